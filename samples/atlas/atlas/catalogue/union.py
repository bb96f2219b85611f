"""Announces holdings to the regional union catalogue."""
import json
import logging
from urllib.request import Request, urlopen

from django.conf import settings

logger = logging.getLogger("atlas.catalogue")
events = logging.getLogger("atlas.events")


def describe(item):
    return {"id": str(item.public_id), "title": item.title, "shelfmark": item.shelfmark, "year": item.year}


def announce(items):
    """Sends what is given in one request; True when the other side took it."""
    body = json.dumps([describe(item) for item in items]).encode()
    request = Request(
        f"{settings.UNION_CATALOGUE_URL}/holdings",
        data=body,
        headers={
            "Authorization": f"Bearer {settings.UNION_CATALOGUE_TOKEN}",
            "Content-Type": "application/json",
        },
    )
    try:
        with urlopen(request, timeout=10) as answer:
            taken = answer.status == 202
    except OSError:
        logger.exception("union catalogue did not answer; %s holdings wait", len(items))
        return False
    for item in items:
        events.info("holding.announced", extra={"fields": {"item": item.pk}})
    return taken

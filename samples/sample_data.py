"""Rows beyond the fixtures, from a seeded generator: readers, copies, loans, field work, manuscripts, old cards.

Uses the models as they are, which works because the unapplied migrations add no column.
"""
import random
from datetime import datetime, time, timedelta, timezone
from uuid import UUID

from atlas.catalogue.models import Copy, Item
from atlas.core.models import Note, Place
from atlas.lending.models import Fine, Loan, LoanPolicy, Reservation
from atlas.people.models import Reader, Team, User
from atlas.publishing.models import Edition, Manuscript, Review
from atlas.surveys.models import Expedition, Instrument, Observation, Station
from django.db import connection, transaction

FIRST = ["Alda", "Bento", "Clara", "Davide", "Elisa", "Filipe", "Graça", "Hugo", "Irene", "Jaime", "Lídia", "Mário"]
LAST = ["Amaro", "Batista", "Cerqueira", "Dias", "Esteves", "Freire", "Galvão", "Lourenço", "Matias", "Neves"]
DRAWERS = ["A-C", "D-F", "G-L", "M-O", "P-R", "S-Z"]


def add_rows(now):
    rng = random.Random(1974)
    today = now.date()
    with transaction.atomic():
        readers = add_readers(rng)
        copies = add_copies(rng)
        add_loans(rng, today, copies, readers)
        add_reservations(rng, today, readers)
        stations = add_expeditions(rng, today)
        add_observations(rng, now, stations)
        add_manuscripts(rng, today)
        add_notes(rng)
    add_old_cards(rng)


def next_uuid(rng):
    return UUID(int=rng.getrandbits(128), version=4)


def add_readers(rng):
    places = list(Place.objects.filter(kind="settlement"))
    users = list(User.objects.filter(is_staff=False))
    for index in range(34):
        first, last = rng.choice(FIRST), rng.choice(LAST)
        users.append(
            User.objects.create(
                username=f"reader{index + 1:03d}",
                password="!",
                display_name=f"{first} {last}",
                first_name=first,
                last_name=last,
            )
        )
    return [
        Reader.objects.create(
            user=user,
            card_number=f"R-{number:06d}",
            home=rng.choice(places),
            phone=f"+351 21{rng.randrange(1000000, 9999999)}" if rng.random() < 0.6 else "",
            barred=rng.random() < 0.05,
        )
        for number, user in enumerate(users, 1)
    ]


def add_copies(rng):
    copies = []
    for item in Item.objects.order_by("pk"):
        for _ in range(rng.randint(1, 4)):
            acquired_on = datetime(rng.randint(1990, 2024), rng.randint(1, 12), rng.randint(1, 28)).date()
            copies.append(
                Copy.objects.create(
                    item=item,
                    public_id=next_uuid(rng),
                    barcode=f"3{len(copies) + 1:013d}",
                    condition=rng.choice([1, 2, 2, 3, 3, 3]),
                    acquired_on=acquired_on,
                    withdrawn_on=acquired_on + timedelta(days=365) if rng.random() < 0.06 else None,
                )
            )
    return [copy for copy in copies if copy.withdrawn_on is None]


def add_loans(rng, today, copies, readers):
    policies = list(LoanPolicy.objects.order_by("pk"))
    staff = list(User.objects.filter(is_staff=True))
    for copy in copies:
        lent_on = today - timedelta(days=rng.randint(500, 700))
        while lent_on < today:
            policy = rng.choices(policies, [8, 1, 1])[0]
            kept = max(1, int(rng.gauss(policy.days * 0.8, policy.days * 0.3)))
            returned_on = lent_on + timedelta(days=kept)
            loan = Loan.objects.create(
                copy=copy,
                reader=rng.choice(readers),
                policy=policy,
                lent_by=rng.choice(staff),
                lent_on=lent_on,
                due_on=lent_on + timedelta(days=policy.days),
                returned_on=returned_on if returned_on <= today else None,
            )
            late = (returned_on - loan.due_on).days
            if loan.returned_on and late > 0:
                cents = late * policy.fine_cents_per_day
                Fine.objects.create(loan=loan, cents=cents, paid_on=returned_on if rng.random() < 0.7 else None)
            lent_on = returned_on + timedelta(days=rng.randint(5, 90))


def add_reservations(rng, today, readers):
    items = list(Item.objects.order_by("pk"))
    for reader in rng.sample(readers, 14):
        state = rng.choice(["waiting", "waiting", "ready", "collected"])
        Reservation.objects.create(
            item=rng.choice(items),
            reader=reader,
            state=state,
            expires_on=today + timedelta(days=rng.randint(-20, 20)),
        )


def add_expeditions(rng, today):
    stations = []
    instruments = list(Instrument.objects.order_by("pk"))
    plans = [("Guadiana low water", "guadiana-low-water", "alentejo", 400), ("Montesinho springs", "montesinho-springs", "norte", 150)]
    for name, slug, region, days_ago in plans:
        expedition = Expedition.objects.create(
            name=name,
            slug=slug,
            public_id=next_uuid(rng),
            region=Place.objects.get(slug=region),
            begins_on=today - timedelta(days=days_ago),
            ends_on=today - timedelta(days=days_ago - 21),
        )
        expedition.teams.set(Team.objects.filter(slug="guadiana-survey"))
        expedition.sheets.set(Item.objects.get(shelfmark=mark).mapsheet for mark in ("MC 558", "MR 3"))
        for number in range(1, 7):
            station = Station.objects.create(
                expedition=expedition, code=f"{slug[:2].upper()}{number:02d}", elevation_m=rng.randint(40, 9200) / 10
            )
            station.instruments.set(rng.sample(instruments, 2))
            stations.append(station)
    return stations


def add_observations(rng, now, stations):
    observers = list(User.objects.filter(teams__slug="guadiana-survey").order_by("pk"))
    for station in stations:
        previous = None
        for day in range(12):
            taken_at = datetime.combine(station.expedition.begins_on + timedelta(days=day), time(7 + day % 3, 15))
            previous = Observation.objects.create(
                station=station,
                observer=rng.choice(observers),
                previous=previous,
                taken_at=taken_at.replace(tzinfo=timezone.utc),
                readings={"level_cm": rng.randint(35, 240), "temperature_c": round(rng.uniform(9, 24), 1)},
                quality=rng.choices(["raw", "checked", "rejected"], [3, 6, 1])[0],
            )


def add_manuscripts(rng, today):
    authors = list(User.objects.filter(teams__isnull=False).distinct().order_by("pk"))
    reviewers = list(User.objects.filter(is_staff=True).order_by("pk"))
    titles = ["Low water on the Guadiana", "Springs of Montesinho", "A gazetteer of mills", "Sagres in old charts"]
    for title, stage in zip(titles, ["printed", "review", "draft", "accepted"]):
        manuscript = Manuscript.objects.create(title=title, stage=stage)
        manuscript.authors.set(rng.sample(authors, 2))
        if stage != "draft":
            for reviewer in rng.sample(reviewers, 2):
                verdict = "" if stage == "review" else "accept"
                Review.objects.create(manuscript=manuscript, reviewer_id=reviewer.pk, verdict=verdict)
        if stage == "printed":
            Edition.objects.create(manuscript=manuscript, print_run=600, printed_on=today - timedelta(days=60), price="18.50")


def add_notes(rng):
    author = User.objects.get(username="amelia")
    for item in Item.objects.filter(year__lt=1930):
        Note.objects.create(author=author, subject=item, text="Handle with gloves; ask for the facsimile first.")
    for observation in Observation.objects.filter(quality="rejected")[:5]:
        Note.objects.create(author=author, subject=observation, text="Rejected: the gauge had been moved.")


def add_old_cards(rng):
    """The table of the index that was kept until 2004: no migration makes it."""
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE TABLE old_card_index (card_no integer PRIMARY KEY AUTOINCREMENT, drawer varchar(8) NOT NULL,"
            " heading varchar(200) NOT NULL, transcription text NOT NULL, item_id bigint NULL)"
        )
        for item in Item.objects.order_by("title"):
            cursor.execute(
                "INSERT INTO old_card_index (drawer, heading, transcription, item_id) VALUES (%s, %s, %s, %s)",
                [rng.choice(DRAWERS), item.title.upper()[:200], f"{item.shelfmark} -- {item.year}", item.pk],
            )

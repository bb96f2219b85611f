from django.core.management.base import BaseCommand, CommandError

from atlas.catalogue.models import Item
from atlas.catalogue.union import announce


class Command(BaseCommand):
    help = "Sends the whole catalogue to the union catalogue; run over night."

    def handle(self, *args, **options):
        items = list(Item.objects.all())
        if not announce(items):
            raise CommandError("The union catalogue did not take the holdings; see logs/atlas.log.")
        self.stdout.write(f"{len(items)} holdings announced")

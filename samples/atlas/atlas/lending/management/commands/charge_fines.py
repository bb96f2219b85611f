import logging

from django.core.management.base import BaseCommand
from django.utils import timezone

from atlas.lending.models import Fine, Loan

logger = logging.getLogger("atlas.lending")


class Command(BaseCommand):
    help = "Writes a fine for every loan that came back late and has none yet."

    def add_arguments(self, parser):
        parser.add_argument("--dry-run", action="store_true", help="Only say what would be charged.")

    def handle(self, *args, dry_run=False, **options):
        late = Loan.objects.filter(fine=None, returned_on__isnull=False).select_related("policy")
        charged = 0
        for loan in late:
            days = (loan.returned_on - loan.due_on).days
            if days <= 0:
                continue
            charged += 1
            if not dry_run:
                Fine.objects.create(loan=loan, cents=days * loan.policy.fine_cents_per_day)
        logger.info("%s fines on %s", charged, timezone.localdate())
        self.stdout.write(f"{charged} fine{'s' if charged != 1 else ''}{' (dry run)' if dry_run else ''}")

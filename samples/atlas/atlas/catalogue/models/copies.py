from django.db import models

from atlas.core.models import PubliclyKnown

from .items import Item


class CopyQuerySet(models.QuerySet):
    def on_shelf(self):
        is_open = models.Q(loans__isnull=False, loans__returned_on__isnull=True)
        return self.filter(withdrawn_on=None).annotate(open_loans=models.Count("loans", filter=is_open)).filter(open_loans=0)


class Copy(PubliclyKnown):
    class Condition(models.IntegerChoices):
        POOR = 1, "Poor"
        FAIR = 2, "Fair"
        GOOD = 3, "Good"

    item = models.ForeignKey(Item, on_delete=models.CASCADE, related_name="copies")
    barcode = models.CharField(max_length=14, unique=True)
    condition = models.PositiveSmallIntegerField(choices=Condition.choices, default=Condition.GOOD)
    acquired_on = models.DateField()
    withdrawn_on = models.DateField(null=True, blank=True)

    objects = CopyQuerySet.as_manager()

    class Meta:
        verbose_name_plural = "copies"
        ordering = ["barcode"]
        indexes = [models.Index(fields=["item", "withdrawn_on"], name="copy_on_shelf_idx")]

    def __str__(self):
        return self.barcode

from django.contrib.contenttypes.fields import GenericRelation
from django.core.validators import MinValueValidator
from django.db import models

from atlas.core.models import Named, PubliclyKnown, TimeStamped


class Subject(Named):
    broader = models.ForeignKey("self", on_delete=models.SET_NULL, null=True, blank=True, related_name="narrower")


class Item(PubliclyKnown, TimeStamped):
    """What the library describes; copies of it stand on the shelves."""

    title = models.CharField(max_length=250)
    shelfmark = models.CharField(max_length=40)
    year = models.PositiveSmallIntegerField(null=True, blank=True)
    language = models.CharField(max_length=3, default="por")
    subjects = models.ManyToManyField(Subject, blank=True, related_name="items")
    see_also = models.ManyToManyField("self", symmetrical=False, blank=True, related_name="seen_from")
    contributors = models.ManyToManyField(
        "catalogue.Contributor", through="catalogue.Contribution", related_name="items"
    )
    notes = GenericRelation("core.Note")

    class Meta:
        ordering = ["title", "pk"]
        indexes = [models.Index(fields=["shelfmark"], name="item_shelfmark_idx")]

    def __str__(self):
        return self.title


class MapSheet(Item):
    scale = models.PositiveIntegerField(
        validators=[MinValueValidator(500)], help_text="The denominator: 25000 for 1:25 000."
    )
    area = models.ForeignKey("core.Place", on_delete=models.PROTECT, related_name="map_sheets")
    projection = models.CharField(max_length=60, blank=True)

    class Meta:
        verbose_name = "map sheet"


class Book(Item):
    isbn = models.CharField("ISBN", max_length=13, blank=True)
    pages = models.PositiveIntegerField(null=True, blank=True)
    places = models.ManyToManyField("core.Place", blank=True, related_name="books")

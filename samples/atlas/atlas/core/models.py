import uuid

from django.conf import settings
from django.contrib.contenttypes.fields import GenericForeignKey
from django.contrib.contenttypes.models import ContentType
from django.db import models


class TimeStamped(models.Model):
    """When a record was made and last touched."""

    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        abstract = True


class Named(models.Model):
    name = models.CharField(max_length=120)
    slug = models.SlugField(max_length=120, unique=True)

    class Meta:
        abstract = True
        ordering = ["name"]

    def __str__(self):
        return self.name


class PubliclyKnown(models.Model):
    """Has an id that may be printed on a label or a letter."""

    public_id = models.UUIDField(default=uuid.uuid4, editable=False, unique=True)

    class Meta:
        abstract = True


class Place(Named):
    class Kind(models.TextChoices):
        COUNTRY = "country", "Country"
        REGION = "region", "Region"
        SETTLEMENT = "settlement", "Settlement"
        SITE = "site", "Site"

    kind = models.CharField(max_length=12, choices=Kind.choices, default=Kind.SETTLEMENT)
    parent = models.ForeignKey("self", on_delete=models.PROTECT, null=True, blank=True, related_name="children")
    latitude = models.DecimalField(max_digits=8, decimal_places=5, null=True, blank=True)
    longitude = models.DecimalField(max_digits=8, decimal_places=5, null=True, blank=True)

    class Meta(Named.Meta):
        constraints = [
            models.UniqueConstraint(fields=["parent", "name"], name="place_named_once_in_parent"),
        ]


class Note(TimeStamped):
    """A remark on any record, kept beside it rather than in it."""

    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="notes")
    text = models.TextField()
    content_type = models.ForeignKey(ContentType, on_delete=models.CASCADE)
    object_id = models.PositiveBigIntegerField()
    subject = GenericForeignKey("content_type", "object_id")

    class Meta:
        ordering = ["-created_at"]
        indexes = [models.Index(fields=["content_type", "object_id"], name="note_subject_idx")]

    def __str__(self):
        return self.text[:60]

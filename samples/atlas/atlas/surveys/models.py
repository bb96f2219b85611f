from django.contrib.contenttypes.fields import GenericRelation
from django.db import models

from atlas.core.models import Named, PubliclyKnown, TimeStamped


class Instrument(models.Model):
    serial = models.CharField(max_length=40, primary_key=True)
    model = models.CharField(max_length=80)
    calibrated_on = models.DateField(null=True, blank=True)

    def __str__(self):
        return f"{self.model} {self.serial}"


class Expedition(Named, PubliclyKnown):
    region = models.ForeignKey("core.Place", on_delete=models.PROTECT, related_name="expeditions")
    teams = models.ManyToManyField("people.Team", blank=True, related_name="expeditions")
    begins_on = models.DateField()
    ends_on = models.DateField(null=True, blank=True)
    sheets = models.ManyToManyField("catalogue.MapSheet", blank=True, related_name="expeditions")

    class Meta:
        ordering = ["-begins_on"]
        get_latest_by = "begins_on"


class Station(models.Model):
    expedition = models.ForeignKey(Expedition, on_delete=models.CASCADE, related_name="stations")
    place = models.ForeignKey("core.Place", on_delete=models.SET_NULL, null=True, blank=True)
    code = models.CharField(max_length=12)
    elevation_m = models.DecimalField("elevation", max_digits=6, decimal_places=1, null=True, blank=True)
    instruments = models.ManyToManyField(Instrument, blank=True, related_name="stations")

    class Meta:
        ordering = ["expedition", "code"]
        constraints = [models.UniqueConstraint(fields=["expedition", "code"], name="station_code_per_expedition")]

    def __str__(self):
        return self.code


class Observation(TimeStamped):
    class Quality(models.TextChoices):
        RAW = "raw", "Raw"
        CHECKED = "checked", "Checked"
        REJECTED = "rejected", "Rejected"

    station = models.ForeignKey(Station, on_delete=models.CASCADE, related_name="observations")
    observer = models.ForeignKey("people.User", on_delete=models.SET_NULL, null=True, related_name="observations")
    previous = models.OneToOneField("self", on_delete=models.SET_NULL, null=True, blank=True, related_name="next")
    taken_at = models.DateTimeField(db_index=True)
    readings = models.JSONField(default=dict)
    quality = models.CharField(max_length=8, choices=Quality.choices, default=Quality.RAW)
    notes = GenericRelation("core.Note")

    class Meta:
        ordering = ["station", "taken_at"]
        get_latest_by = "taken_at"

    def __str__(self):
        return f"{self.station} {self.taken_at:%Y-%m-%d %H:%M}"

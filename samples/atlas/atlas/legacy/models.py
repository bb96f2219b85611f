from django.db import models


class CatalogueCard(models.Model):
    """A card of the old index. The table was taken over as it was; Django reads it and never shapes it."""

    card_no = models.AutoField(primary_key=True)
    drawer = models.CharField(max_length=8)
    heading = models.CharField(max_length=200)
    transcription = models.TextField(blank=True)
    item = models.ForeignKey(
        "catalogue.Item", on_delete=models.DO_NOTHING, null=True, blank=True, db_constraint=False
    )

    class Meta:
        managed = False
        db_table = "old_card_index"
        ordering = ["drawer", "card_no"]

    def __str__(self):
        return self.heading

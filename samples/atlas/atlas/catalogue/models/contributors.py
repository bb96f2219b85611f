from django.db import models

from .items import Item


class Contributor(models.Model):
    name = models.CharField(max_length=120)
    born = models.PositiveSmallIntegerField(null=True, blank=True)
    died = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["name"]

    def __str__(self):
        return self.name


class Contribution(models.Model):
    class Role(models.TextChoices):
        AUTHOR = "author", "Author"
        CARTOGRAPHER = "cartographer", "Cartographer"
        ENGRAVER = "engraver", "Engraver"
        TRANSLATOR = "translator", "Translator"

    item = models.ForeignKey(Item, on_delete=models.CASCADE, related_name="contributions")
    contributor = models.ForeignKey(Contributor, on_delete=models.PROTECT, related_name="contributions")
    role = models.CharField(max_length=12, choices=Role.choices, default=Role.AUTHOR)
    position = models.PositiveSmallIntegerField(default=1)

    class Meta:
        ordering = ["item", "position"]
        unique_together = [("item", "contributor", "role")]

    def __str__(self):
        return f"{self.contributor} ({self.get_role_display()})"

from django.conf import settings
from django.db import models

from atlas.core.models import TimeStamped


class Manuscript(TimeStamped):
    class Stage(models.TextChoices):
        DRAFT = "draft", "Draft"
        REVIEW = "review", "In review"
        ACCEPTED = "accepted", "Accepted"
        PRINTED = "printed", "Printed"
        WITHDRAWN = "withdrawn", "Withdrawn"

    title = models.CharField(max_length=200)
    stage = models.CharField(max_length=10, choices=Stage.choices, default=Stage.DRAFT)
    authors = models.ManyToManyField(settings.AUTH_USER_MODEL, related_name="manuscripts")
    expedition = models.ForeignKey(
        "surveys.Expedition", on_delete=models.SET_NULL, null=True, blank=True, related_name="manuscripts"
    )
    supersedes = models.ForeignKey("self", on_delete=models.SET_NULL, null=True, blank=True)

    class Meta:
        ordering = ["-updated_at"]
        permissions = [("accept_manuscript", "Can accept a manuscript")]

    def __str__(self):
        return self.title


class Review(TimeStamped):
    class Verdict(models.TextChoices):
        ACCEPT = "accept", "Accept"
        REVISE = "revise", "Revise"
        REJECT = "reject", "Reject"

    manuscript = models.ForeignKey(Manuscript, on_delete=models.CASCADE, related_name="reviews")
    reviewer = models.ForeignKey("people.Librarian", on_delete=models.PROTECT, related_name="reviews")
    verdict = models.CharField(max_length=6, choices=Verdict.choices, blank=True)
    comments = models.TextField(blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["manuscript", "reviewer"], name="one_review_per_reviewer")]

    def __str__(self):
        return f"{self.reviewer} on {self.manuscript}"


class Edition(models.Model):
    manuscript = models.ForeignKey(Manuscript, on_delete=models.PROTECT, unique=True, related_name="editions")
    book = models.OneToOneField("catalogue.Book", on_delete=models.SET_NULL, null=True, blank=True)
    number = models.PositiveSmallIntegerField(default=1)
    print_run = models.PositiveIntegerField(default=500)
    printed_on = models.DateField(null=True, blank=True)
    price = models.DecimalField(max_digits=6, decimal_places=2, null=True, blank=True)

    class Meta:
        ordering = ["-printed_on"]

    def __str__(self):
        return f"{self.manuscript}, edition {self.number}"

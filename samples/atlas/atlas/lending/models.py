from django.conf import settings
from django.db import models
from django.utils import timezone

from atlas.core.models import TimeStamped


class LoanPolicy(models.Model):
    name = models.CharField(max_length=60, unique=True)
    days = models.PositiveSmallIntegerField(default=28)
    renewable = models.BooleanField(default=True)
    fine_cents_per_day = models.PositiveSmallIntegerField(default=20)

    class Meta:
        verbose_name_plural = "loan policies"

    def __str__(self):
        return self.name


class LoanQuerySet(models.QuerySet):
    def open(self):
        return self.filter(returned_on=None)

    def overdue(self, today=None):
        return self.open().filter(due_on__lt=today or timezone.localdate())


class Loan(TimeStamped):
    copy = models.ForeignKey("catalogue.Copy", on_delete=models.PROTECT, related_name="loans")
    reader = models.ForeignKey("people.Reader", on_delete=models.PROTECT, related_name="loans")
    policy = models.ForeignKey(LoanPolicy, on_delete=models.PROTECT)
    lent_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    lent_on = models.DateField()
    due_on = models.DateField()
    returned_on = models.DateField(null=True, blank=True)

    objects = LoanQuerySet.as_manager()

    class Meta:
        ordering = ["-lent_on", "pk"]
        indexes = [
            models.Index(fields=["returned_on", "due_on"], name="loan_open_due_idx"),
            models.Index(fields=["policy", "due_on"], name="loan_policy_due_idx"),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["copy"], condition=models.Q(returned_on__isnull=True), name="one_open_loan_per_copy"
            ),
        ]

    def __str__(self):
        return f"{self.copy} to {self.reader}"


class Reservation(TimeStamped):
    class State(models.TextChoices):
        WAITING = "waiting", "Waiting"
        READY = "ready", "Ready to collect"
        COLLECTED = "collected", "Collected"
        LAPSED = "lapsed", "Lapsed"

    item = models.ForeignKey("catalogue.Item", on_delete=models.CASCADE, related_name="reservations")
    reader = models.ForeignKey("people.Reader", on_delete=models.CASCADE, related_name="reservations")
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)
    expires_on = models.DateField(null=True, blank=True)

    class Meta:
        ordering = ["created_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["item", "reader"], condition=models.Q(state="waiting"), name="one_waiting_reservation"
            ),
        ]

    def __str__(self):
        return f"{self.item} for {self.reader}"


class Fine(models.Model):
    loan = models.OneToOneField(Loan, on_delete=models.CASCADE, primary_key=True, related_name="fine")
    cents = models.PositiveIntegerField()
    paid_on = models.DateField(null=True, blank=True)

    def __str__(self):
        return f"{self.cents / 100:.2f} € on {self.loan}"

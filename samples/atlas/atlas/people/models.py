from django.conf import settings
from django.contrib.auth.models import AbstractUser, UserManager
from django.db import models

from atlas.core.models import Named, TimeStamped


class User(AbstractUser):
    """Someone who may sign in: staff, field workers, and readers with an account."""

    display_name = models.CharField(max_length=80, blank=True)

    def __str__(self):
        return self.display_name or self.get_username()


class LibrarianManager(UserManager):
    def get_queryset(self):
        return super().get_queryset().filter(is_staff=True)


class Librarian(User):
    objects = LibrarianManager()

    class Meta:
        proxy = True
        ordering = ["display_name"]


class Reader(TimeStamped):
    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="reader")
    card_number = models.CharField(max_length=12, unique=True, null=True, blank=True)
    home = models.ForeignKey("core.Place", on_delete=models.SET_NULL, null=True, blank=True, related_name="readers")
    phone = models.CharField(max_length=32, blank=True, help_text="With the country code.")
    barred = models.BooleanField(default=False)

    class Meta:
        ordering = ["card_number"]

    def __str__(self):
        return self.card_number or str(self.user)


class Team(Named):
    """People who work together in the field or on a publication."""

    members = models.ManyToManyField(settings.AUTH_USER_MODEL, through="people.Membership", related_name="teams")


class Membership(models.Model):
    class Role(models.TextChoices):
        LEAD = "lead", "Lead"
        SURVEYOR = "surveyor", "Surveyor"
        EDITOR = "editor", "Editor"

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=10, choices=Role.choices, default=Role.SURVEYOR)
    since = models.DateField()

    class Meta:
        ordering = ["team", "since"]
        constraints = [
            models.UniqueConstraint(fields=["team", "user"], name="one_membership_per_team"),
        ]

    def __str__(self):
        return f"{self.user} in {self.team}"

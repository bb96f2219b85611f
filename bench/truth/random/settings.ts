/** What a random project has around its apps: settings, configurations, a user model of its own. */

export const appsPy = `from django.apps import AppConfig


class @Config@(AppConfig):
    name = "@app@"
⟦Labelled=yes:    label = "@label@"
⟧⟦Auto=big:    default_auto_field = "django.db.models.BigAutoField"
⟧⟦Auto=small:    default_auto_field = "django.db.models.AutoField"
⟧⟦Auto=own:    default_auto_field = "django.db.models.SmallAutoField"
⟧«¦    verbose_name = "An app"
»`;

export const peopleModels = `from django.contrib.auth.models import AbstractUser, AbstractBaseUser, PermissionsMixin, UserManager, Group
from django.db import models


class User(«AbstractUser¦AbstractBaseUser, PermissionsMixin»):
    «name = models.CharField(max_length=9, unique=True)¦email = models.EmailField(unique=True)¦nick = models.CharField(max_length=9, unique=True)»
    «¦objects = UserManager()¦groups = models.ManyToManyField(Group, related_name="people")»
    USERNAME_FIELD = "«id¦pk»"
    REQUIRED_FIELDS = []

    class Meta«¦(AbstractUser.Meta)»:
        «pass¦swappable = "AUTH_USER_MODEL"¦abstract = False»


class Peer(models.Model):
    label = models.CharField(max_length=10, unique=True)
    user = models.ForeignKey(User, on_delete=models.CASCADE)
`;

export const settingsPy = `import os
from pathlib import Path

BASE_DIR = Path(__file__).resolve().parent.parent
SECRET_KEY = "throwaway"
DEBUG = «True¦False»
«¦EXTRA = «True¦False»
»«¦EXTRA_NUMBER = int(os.environ.get("NOT_SET_ANYWHERE", "«8¦9»"))
»«¦DEFAULT_AUTO_FIELD = "django.db.models.«BigAutoField¦AutoField»"
»USE_TZ = True
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": BASE_DIR / "db.sqlite3"}}
DJANGO_APPS = ["django.contrib.contenttypes", "django.contrib.auth"]
LOCAL_APPS = (
@installed@)
INSTALLED_APPS = «DJANGO_APPS + list(LOCAL_APPS)¦[*DJANGO_APPS, *LOCAL_APPS]»
⟦Swapped=yes:AUTH_USER_MODEL = "people.User"
⟧@swaps@`;

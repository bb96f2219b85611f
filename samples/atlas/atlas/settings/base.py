"""Settings that hold everywhere; `dev` and the deployments build on them."""
import os
from pathlib import Path

BASE_DIR = Path(__file__).resolve().parent.parent.parent
LOG_DIR = BASE_DIR / "logs"

SECRET_KEY = os.environ.get("ATLAS_SECRET_KEY", "")
DEBUG = False
ALLOWED_HOSTS = []

DJANGO_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
]

ATLAS_APPS = [
    "atlas.core",
    "atlas.people.apps.PeopleConfig",
    "atlas.catalogue.apps.CatalogueConfig",
    "atlas.lending.apps.LendingConfig",
    "atlas.surveys",
    "atlas.publishing",
    "atlas.legacy.apps.LegacyConfig",
]

INSTALLED_APPS = DJANGO_APPS + ATLAS_APPS

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]

ROOT_URLCONF = "atlas.urls"
WSGI_APPLICATION = "atlas.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.debug",
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

DATABASES = {
    "default": {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": os.environ.get("ATLAS_DATABASE", BASE_DIR / "db.sqlite3"),
    }
}

AUTH_USER_MODEL = "people.User"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "admin:login"

LANGUAGE_CODE = "en-gb"
TIME_ZONE = "Europe/Lisbon"
USE_I18N = True
USE_TZ = True

STATIC_URL = "/static/"
STATIC_ROOT = BASE_DIR / "static"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# The holdings are announced to the regional union catalogue over night.
UNION_CATALOGUE_URL = "https://union-catalogue.example/api"
UNION_CATALOGUE_TOKEN = os.environ.get("ATLAS_UNION_TOKEN", "")

LOAN_DAYS = 28
FINE_CENTS_PER_DAY = 20

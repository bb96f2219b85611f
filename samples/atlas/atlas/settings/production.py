"""Settings of the deployment: everything secret comes from the environment."""
import os

from .base import *  # noqa: F401,F403

SECRET_KEY = os.environ["ATLAS_SECRET_KEY"]
ALLOWED_HOSTS = os.environ.get("ATLAS_HOSTS", "atlas.example").split(",")

SESSION_COOKIE_SECURE = True
CSRF_COOKIE_SECURE = True
SECURE_SSL_REDIRECT = True
SECURE_HSTS_SECONDS = 60 * 60 * 24 * 30

"""Settings for one's own machine: the default of manage.py."""
from .base import *  # noqa: F401,F403
from .base import LOG_DIR

DEBUG = True
SECRET_KEY = "dev-only-5b1f0c9e-not-a-secret-of-any-deployment"
ALLOWED_HOSTS = ["localhost", "127.0.0.1"]
UNION_CATALOGUE_TOKEN = "dev-token-4f2a"

LOG_DIR.mkdir(exist_ok=True)

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "plain": {"format": "{asctime} {levelname} {name} {message}", "style": "{"},
        "json": {"()": "atlas.core.logs.JsonFormatter"},
    },
    "handlers": {
        "console": {"class": "logging.StreamHandler", "level": "WARNING"},
        # `delay`: the file is opened by the first line, so a mere `check` leaves no trace.
        "atlas_file": {
            "class": "logging.handlers.RotatingFileHandler",
            "filename": LOG_DIR / "atlas.log",
            "maxBytes": 512 * 1024,
            "backupCount": 3,
            "encoding": "utf-8",
            "delay": True,
            "formatter": "plain",
        },
        "events_file": {
            "class": "logging.FileHandler",
            "filename": LOG_DIR / "events.log",
            "encoding": "utf-8",
            "delay": True,
            "formatter": "json",
        },
    },
    "loggers": {
        "django": {"handlers": ["console", "atlas_file"], "level": "INFO"},
        "atlas": {"handlers": ["console", "atlas_file"], "level": "INFO"},
        "atlas.events": {"handlers": ["events_file"], "level": "INFO", "propagate": False},
    },
}

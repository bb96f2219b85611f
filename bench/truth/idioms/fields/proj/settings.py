import os, sys, platform, django
from pathlib import Path
BASE_DIR = Path(__file__).resolve().parent.parent
SECRET_KEY = 'x'
INSTALLED_APPS = [
    'django.contrib.contenttypes', 'django.contrib.auth', 'django.contrib.postgres',
    *(['core'] if os.environ.get('NOPE') is None else []), 'ext',
]
INSTALLED_APPS += ['shop'] + ['blog']
DATABASES = {'default': {'ENGINE': 'django.db.backends.sqlite3', 'NAME': str(BASE_DIR / 'db.sqlite3')}}
DEFAULT_AUTO_FIELD = 'django.db.models.AutoField' if django.VERSION < (3, 2) else 'django.db.models.BigAutoField'
USE_TZ = True

from pathlib import Path
BASE_DIR = Path(__file__).resolve().parent.parent
SECRET_KEY = 'x'
INSTALLED_APPS = ['django.contrib.contenttypes', 'django.contrib.auth', 'one', 'two', 'three', 'four']
DATABASES = {'default': {'ENGINE': 'django.db.backends.sqlite3', 'NAME': BASE_DIR / 'db.sqlite3'}}
DEFAULT_AUTO_FIELD = 'django.db.models.BigAutoField'
MIGRATION_MODULES = {'three': 'three.migs'}
USE_TZ = True

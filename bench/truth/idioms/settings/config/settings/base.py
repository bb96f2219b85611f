import json, os, configparser, importlib, pkgutil
from pathlib import Path
from collections import OrderedDict, ChainMap, namedtuple
from types import SimpleNamespace
ROOT = Path(__file__).resolve(strict=True).parents[2]
def env(key, default=None, cast=str):
    value = os.environ.get(key, default)
    if cast is bool and isinstance(value, str):
        return value.lower() in ('1', 'true', 'yes')
    return cast(value) if value is not None else None
SECRET_KEY = env('SECRET_KEY', 'unsafe')
DEBUG = env('DEBUG', 'no', bool)
class Conf:
    """options"""
    APPS = ['people', 'things']
    PREFIX = 'apps.'
    def __init__(self, **kw): self.__dict__.update(kw)
    @property
    def names(self): return [self.PREFIX + a for a in self.APPS]
    @classmethod
    def build(cls, *extra): return cls(extra=list(extra))
    def __iter__(self): return iter(self.names)
conf = Conf.build('late')
DJANGO_APPS = tuple('django.contrib.%s' % n for n in 'contenttypes auth'.split())
LOCAL = [*conf, *('apps.' + e for e in conf.extra)]
INSTALLED_APPS = list(OrderedDict.fromkeys([*DJANGO_APPS, *LOCAL, 'plug.apps.PlugConfig', *DJANGO_APPS]))
with open(ROOT / 'conf.json') as fh:
    _json = json.load(fh)
parser = configparser.ConfigParser()
parser.read(ROOT / 'conf.ini')
DB = SimpleNamespace(**_json['db'])
DATABASES = {'default': {'ENGINE': f'django.db.backends.{DB.engine}', 'NAME': os.path.join(ROOT, parser.get('db', 'name', fallback='x.sqlite3'))}}
AUTH_USER_MODEL = '.'.join(['people', 'Person'])
DEFAULT_AUTO_FIELD = 'django.db.models.%sAutoField' % ('Big' if _json.get('big') else '')
FLAGS = ChainMap({'a': True}, {'b': False})
Point = namedtuple('Point', 'x y')
ORIGIN = Point(0, 1)
SIZES = {k: v for k, v in zip(('s', 'm'), (1, 2))}
globals().update({f'FEATURE_{k.upper()}': v for k, v in _json['features'].items()})
def _load(mod):
    for k in dir(mod):
        if k.isupper(): globals()[k] = getattr(mod, k)
_load(importlib.import_module('config.extra'))

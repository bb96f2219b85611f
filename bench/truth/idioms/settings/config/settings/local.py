from .base import *
from . import base
try:
    from .secret import *
except ImportError as exc:
    if 'secret' not in str(exc): raise
if DEBUG:
    INSTALLED_APPS.append('debug_toolbar')
elif not FLAGS['b'] and ORIGIN.y:
    INSTALLED_APPS += []
LOGGING = {'version': 1}

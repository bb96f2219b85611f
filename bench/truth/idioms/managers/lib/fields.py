from django.db.models import *
from django.db.models import CharField as Text

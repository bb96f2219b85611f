from osc.catalogue.abstract_models import AbstractProduct
from django.db import models
class Product(AbstractProduct):
    video = models.URLField(blank=True)
from osc.catalogue.models import *

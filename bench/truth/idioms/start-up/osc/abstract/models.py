from django.db import models
from osc.loading import get_model
Product = get_model('catalogue', 'Product')
class Line(models.Model):
    product = models.ForeignKey(Product, models.CASCADE)
    title = models.CharField(max_length=Product._meta.get_field('title').max_length)

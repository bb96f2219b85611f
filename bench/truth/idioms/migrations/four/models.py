from django.db import models
class F(models.Model):
    g = models.IntegerField()
class Prox(F):
    class Meta:
        proxy = True
        verbose_name = 'px'
class Child(F):
    h = models.IntegerField()

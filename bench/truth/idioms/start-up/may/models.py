from django.db import models
class Doc(models.Model):
    t = models.TextField()
class Tag(models.Model):
    n = models.CharField(max_length=3)

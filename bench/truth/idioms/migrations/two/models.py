from django.db import models
class Moved(models.Model):
    x = models.IntegerField()
class C(models.Model):
    y = models.IntegerField()
    z = models.CharField(max_length=5, default='z')
    class Meta:
        db_table = 'cc'
        managed = True

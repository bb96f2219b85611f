from django.db import models
class P(models.Model):
    a = models.CharField(max_length=5, choices=[('x', 'X')])
    b = models.IntegerField(default=1)
    fk = models.ForeignKey('self', models.CASCADE, null=True)
    class Meta:
        indexes = []
        constraints = []
class Q(models.Model):
    x = models.IntegerField()
class Rm(models.Model):
    keep = models.IntegerField()

from django.db import models
from django.conf import settings
class Cur(models.CharField):
    def __init__(self, *a, **k):
        k['max_length'] = 3
        super().__init__(*a, **k)
    def deconstruct(self):
        n, p, a, k = super().deconstruct(); del k['max_length']; return n, p, a, k
def up(i, f): return f
class A(models.Model):
    name = models.CharField(max_length=20, db_index=True)
    cur = Cur(default='EUR')
    size = models.IntegerField(default=3)
    f = models.FileField(upload_to=up)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE)
    class Meta:
        ordering = ['name']
        indexes = [models.Index(fields=['size'], name='size_i')]
class B(models.Model):
    a = models.ForeignKey(A, models.CASCADE, related_name='bs')
    n0 = models.IntegerField(null=True)
    n1 = models.IntegerField(null=True)
    n2 = models.IntegerField(null=True)
    extra = models.TextField(default='')
class Renamed(models.Model):
    renamed_field = models.IntegerField(default=0)
class Through(models.Model):
    a = models.ForeignKey(A, models.CASCADE)
    b = models.ForeignKey(B, models.CASCADE)
    class Meta:
        unique_together = [('a', 'b')]
        constraints = [models.CheckConstraint(condition=models.Q(a__gt=0), name='apos')]

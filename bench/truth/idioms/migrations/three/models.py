from django.db import models
class T(models.Model):
    q = models.IntegerField()
    class Meta:
        order_with_respect_to = 'up'
    up = models.ForeignKey('self', models.CASCADE, null=True)

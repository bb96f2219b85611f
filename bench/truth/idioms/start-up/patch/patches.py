from django.db import models
from .models import P, Q
P._meta.get_field('a').choices = [('y', 'Y')]
P._meta.get_field('a').max_length = 7
P._meta.get_field('b').default = 4
P._meta.ordering = ['a']
P._meta.verbose_name = 'pp'
setattr(P._meta, 'verbose_name_plural', 'ppp')
P._meta.unique_together = (('a', 'b'),)
P._meta.indexes.append(models.Index(fields=['a'], name='pa'))
P._meta.constraints += [models.UniqueConstraint(fields=['b'], name='ub')]
Q._meta.managed = False
Q._meta.db_table = 'qqq'
for f in P._meta.fields:
    if f.name == 'b': f.null = True
P._meta.original_attrs['x'] = 1

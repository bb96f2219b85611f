/** Fields that code gives the counter of another one, which Django takes for equal. Held against the real Django. */
import { test } from 'node:test';
import { decides, settings } from '../../agreement.ts';

test('of two fields with one counter a child with a table of its own has what this version of Django lists', (context) => {
  decides(context, {
    ...settings(),
    'core/models.py': `from django.db import models
class Before(models.FloatField):
    def contribute_to_class(self, cls, name, **kwargs):
        if not cls._meta.abstract:
            self.add_unit(cls, name)
        super().contribute_to_class(cls, name, **kwargs)
    def add_unit(self, cls, name):
        unit = models.CharField(max_length=3)
        unit.creation_counter = self.creation_counter + 1
        cls.add_to_class(name + "_unit", unit)
class Behind(Before):
    def contribute_to_class(self, cls, name, **kwargs):
        models.FloatField.contribute_to_class(self, cls, name, **kwargs)
        self.add_unit(cls, name)
class Sold(models.Model):
    price = Before()
    class Meta:
        abstract = True
class Apple(Sold):
    weight = models.IntegerField()
    size = models.IntegerField()
class Golden(Apple):
    shade = models.IntegerField()
class Last(Golden):
    rank = models.IntegerField()
class Pear(models.Model):
    price = Behind()
    weight = models.IntegerField()
    length = Before()
    depth = models.IntegerField()
class Green(Pear):
    shade = models.IntegerField()
`,
  });
});

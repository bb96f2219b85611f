/** Fields of a model that other classes ask it for. */
import { test } from 'node:test';
import { agrees, settings } from '../../agreement.ts';

test('a field that a model is asked for is none of the class that keeps it, and stays where it is', (context) => {
  agrees(context, {
    ...settings(),
    'core/__init__.py': '',
    'core/migrations/__init__.py': '',
    'core/models.py': `from django.db import models


class Place(models.Model):
    name = models.CharField(max_length=7)
    opened = models.DateField(null=True)
    near = models.ForeignKey("self", null=True, on_delete=models.CASCADE)


def alias(source, **attributes):
    return type("Alias", (source.__class__,), attributes)(source.field)


class Visit(models.Model):
    title = models.CharField(max_length=Place.name.field.max_length)
    source = Place.name
    where = Place.near
    if isinstance(Place.name, models.Field):
        other = models.IntegerField()


class House(Place):
    again = Place.opened


class Spot(Place):
    city = alias(Place.name)
    own = House.opened

    class Meta:
        proxy = True
`,
  });
});

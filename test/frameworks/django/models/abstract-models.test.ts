/** Abstract models that code changes: what their children get depends on when they were made. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agrees, firstMigration, settings } from '../agreement.ts';

test('what is set on a field of an abstract model counts for those that derive from it later, and not for those that have their copy', (context) => {
  agrees(context, {
    ...settings(),
    'core/models.py': `from django.contrib.auth.models import AbstractUser
from django.db import models
AbstractUser._meta.get_field("email")._unique = True
class Member(AbstractUser):
    groups = None
    user_permissions = None
class Named(models.Model):
    name = models.TextField()
    class Meta:
        abstract = True
class Before(Named):
    pass
for field in Named._meta.local_fields:
    field.help_text = "late"
class After(Named):
    pass
`,
    ...firstMigration([]),
  });
});

test('what is added to an abstract model is inherited from then on, and takes the place of nothing', (context) => {
  agrees(context, {
    ...settings(),
    'core/models.py': `from django.db import models
class Named(models.Model):
    owner = models.ForeignKey("auth.User", models.CASCADE, related_name="+")
    friends = models.ManyToManyField("self", blank=True)
    class Meta:
        abstract = True
class Titled(Named):
    class Meta:
        abstract = True
class First(Named):
    pass
models.IntegerField(null=True).contribute_to_class(Named, "rank")
models.ForeignKey("auth.Group", models.CASCADE, related_name="+").contribute_to_class(Named, "owner")
models.ManyToManyField("core.First", blank=True).contribute_to_class(Titled, "friends")
class Second(Named):
    pass
class Third(Titled):
    pass
`,
    ...firstMigration([]),
  });
});

test('a Meta that derives from that of an abstract model is not abstract, however that one came to be', (context) => {
  const models = agrees(context, {
    ...settings(),
    'core/__init__.py': '',
    'core/models.py': `from django.db import models
def made(**options):
    return type("Meta", (), dict(abstract=True, **options))
class Options:
    abstract = True
class Meta:
    abstract = True
class Made(models.Model):
    Meta = made(ordering=["id"])
class OfMade(Made):
    class Meta(Made.Meta):
        verbose_name = "of made"
class Shared(models.Model):
    Meta = Options
class OfShared(Shared):
    class Meta(Shared.Meta):
        verbose_name = "of shared"
class Inherits(models.Model):
    class Meta(Meta):
        ordering = ["id"]
class OfInherits(Inherits):
    class Meta(Inherits.Meta):
        verbose_name = "of inherits"
class Further(OfInherits):
    class Meta(Inherits.Meta):
        abstract = True
`,
  });
  assert.deepEqual(
    models.flatMap(({ name, abstract }) => (abstract ? [] : [name])),
    ['OfMade', 'OfShared', 'OfInherits'],
  );
});

test('what a relation is called from its other end is told as it is set later before Django 4.0, and as it was given since then', (context) => {
  agrees(context, {
    ...settings(),
    ...firstMigration([`"of", models.ForeignKey(on_delete=models.CASCADE, related_name="people", to="core.note")`]),
    'core/__init__.py': '',
    'core/models.py': `from django.db import models
class Note(models.Model):
    of = models.ForeignKey("self", models.CASCADE, related_name="given")
Note._meta.get_field("of").remote_field.related_name = "people"
`,
  });
});

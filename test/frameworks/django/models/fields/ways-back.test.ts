/** What a field's class calls the way back from the other model. Held against the real Django. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agrees, firstMigration, settings } from '../../agreement.ts';

test('a class that names the way back itself, as its field becomes part of a model, is shown with it, and nothing is unmade', (context) => {
  const models = agrees(context, {
    ...settings(),
    'core/fields.py': `from django.db import models
class Key(models.ForeignKey):
    def contribute_to_class(self, cls, name, **kwargs):
        self.remote_field.related_name = "all_" + name
        super().contribute_to_class(cls, name, **kwargs)
class Many(models.ManyToManyField):
    def contribute_to_class(self, cls, name, **kwargs):
        self.remote_field.related_name = self.remote_field.related_name or "%(class)s_many"
        super().contribute_to_class(cls, name, **kwargs)
`,
    'core/models.py': `from django.db import models
from core.fields import Key, Many
class Owned(models.Model):
    owner = Key("auth.User", models.CASCADE, related_name="given")
    class Meta:
        abstract = True
class Note(Owned):
    groups = Many("auth.Group")
    others = Many("auth.Group", related_name="others")
`,
    ...firstMigration(
      [
        '"owner", core.fields.Key("auth.User", models.CASCADE, related_name="given")',
        '"groups", core.fields.Many("auth.Group")',
        '"others", core.fields.Many("auth.Group", related_name="others")',
      ],
      'import core.fields',
    ),
  });
  const note = models.find(({ name }) => name === 'Note');
  assert.deepEqual(
    note?.fields.flatMap(({ name, relation }) => (relation === null ? [] : [[name, relation.related_name]])),
    [
      ['owner', 'all_owner'],
      ['groups', 'note_many'],
      ['others', 'others'],
    ],
  );
});

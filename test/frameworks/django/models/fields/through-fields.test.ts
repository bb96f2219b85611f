/** Fields that code adds to the models which Django makes for many-to-many fields. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agrees, settings } from '../../agreement.ts';

test('what is added to the model that Django makes for a many-to-many field is one of its fields', (context) => {
  const models = agrees(context, {
    ...settings(),
    'core/models.py': `from django.db import models

class Tag(models.Model):
    pass

class Note(models.Model):
    tags = models.ManyToManyField(Tag)
    more = models.ManyToManyField("core.Later", related_name="+")

class Later(models.Model):
    pass

Note.tags.through.add_to_class("weight", models.IntegerField(null=True))
Note._meta.get_field("tags").remote_field.through.add_to_class("other", models.ForeignKey(Later, models.CASCADE))
models.IntegerField(null=True, db_column="3rd").contribute_to_class(Note.more.through, "third")
`,
  });
  const named = (wanted: string) => models.find(({ name }) => name === wanted)?.fields.map(({ name }) => name);
  assert.deepEqual(named('Note_tags'), ['id', 'note', 'tag', 'weight', 'other']);
  assert.deepEqual(named('Note_more'), ['id', 'note', 'later', 'third']);
});

/** Indexes and constraints of own classes: what they are called where nobody names them, or where their class does, held against the real Django. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toModels } from '../../../../../src/frameworks/django/models/schema.ts';
import { agrees, firstMigration, settings } from '../../agreement.ts';
import { tell } from '../untold.ts';

test('an index of an own class without a name has the one that Django makes of its suffix', (context) => {
  agrees(context, {
    ...settings(),
    'core/models.py': `from django.contrib.postgres.indexes import GinIndex
from django.db import models
class Short(models.Index):
    suffix = "sh"
class Words(GinIndex):
    pass
class Note(models.Model):
    word = models.CharField(max_length=9)
    class Meta:
        indexes = [Short(fields=["word"]), Words(fields=["-word"])]
`,
    ...firstMigration(
      ['"word", models.CharField(max_length=9)'],
      'import core.models',
      `        migrations.AddIndex("note", core.models.Short(fields=["word"], name="core_note_word_8e3aac_sh")),
        migrations.AddIndex("note", core.models.Words(fields=["-word"], name="core_note_word_484c48_gin")),
`,
    ),
  });
});

const own = `
class Prefixed(models.UniqueConstraint):
    def __init__(self, *, name, **kwargs):
        super().__init__(name=name if name.startswith("our_") else "our_" + name, **kwargs)
class MadeUp(models.UniqueConstraint):
    def __init__(self, *, fields, name=None):
        super().__init__(fields=fields, name=name or "_".join(fields))
class Usual(models.Index):
    def __init__(self, *args, **kwargs):
        kwargs.setdefault("fields", ["word"])
        super().__init__(*args, **kwargs)
class Called(models.Index):
    def __init__(self, *args, **kwargs):
        kwargs["name"] = "called"
        super().__init__(*args, **kwargs)
class Digested(models.Index):
    def set_name_with_model(self, model):
        self.name = "digested"
class Note(models.Model):
    word = models.CharField(max_length=9)
    class Meta:
        OPTIONS
`;

const cases: Record<string, { made: string; shown: string }> = {
  'constraints = [Prefixed(fields=["word"], name="a")]': {
    made: 'migrations.AddConstraint("note", core.models.Prefixed(fields=["word"], name="our_a"))',
    shown: 'Prefixed(word)',
  },
  'constraints = [MadeUp(fields=["word"])]': {
    made: 'migrations.AddConstraint("note", core.models.MadeUp(fields=["word"], name="word"))',
    shown: 'MadeUp(word)',
  },
  'indexes = [Usual()]': {
    made: 'migrations.AddIndex("note", core.models.Usual(fields=["word"], name="core_note_word_0641c5_idx"))',
    shown: 'Usual()',
  },
  'indexes = [Called(fields=["word"])]': {
    made: 'migrations.AddIndex("note", core.models.Called(fields=["word"], name="called"))',
    shown: 'Called(word)',
  },
  'indexes = [Digested(fields=["word"])]': {
    made: 'migrations.AddIndex("note", core.models.Digested(fields=["word"], name="digested"))',
    shown: 'Digested(word)',
  },
};

for (const [options, { made, shown }] of Object.entries(cases))
  test(`${shown}, whose class has a hand in its name, is neither told by another name nor to be made anew`, (context) => {
    const before = { Note: ', ("word", models.CharField(max_length=9))' };
    const { told, open, models } = tell(context, own.replace('OPTIONS', options), before, {}, made);
    assert.deepEqual(told, []);
    assert.equal(open, 1);
    const [note] = toModels(models.filter(({ id }) => id === 'core.Note'));
    assert.deepEqual([...(note?.indexes ?? []), ...(note?.constraints ?? [])], [shown]);
  });

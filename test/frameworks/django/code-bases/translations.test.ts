/** Tables that a package makes for the translations of a model, held against the real Django. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readMigrations } from '../../../../src/frameworks/django/migrations/read-migrations.ts';
import { agrees, settings } from '../agreement.ts';
import { readAll, writeProject } from '../throwaway.ts';

test('a table of translations without a Meta is known as the package makes it (django-parler)', (context) => {
  const files = {
    ...settings(),
    'parler/__init__.py': '',
    'parler/fields.py': `from django.db import models

class TranslationsForeignKey(models.ForeignKey):
    pass
`,
    'parler/models.py': `from django.db import models
from django.db.models.base import ModelBase
from django.utils.functional import lazy
from django.utils.translation import gettext
from parler.fields import TranslationsForeignKey

_lazy_verbose_name = lazy(lambda x: gettext("{0} Translation").format(x._meta.verbose_name), str)

def create_translations_model(shared_model, related_name, meta, **fields):
    if not meta:
        meta = {}
    meta["app_label"] = shared_model._meta.app_label
    meta["managed"] = shared_model._meta.managed
    meta["unique_together"] = list(meta.get("unique_together", [])) + [("language_code", "master")]
    meta.setdefault("db_table", f"{shared_model._meta.db_table}_translation")
    meta.setdefault("verbose_name", _lazy_verbose_name(shared_model))
    meta.setdefault("default_permissions", ())
    attrs = dict(fields)
    attrs["Meta"] = type("Meta", (object,), meta)
    attrs["__module__"] = shared_model.__module__
    attrs["master"] = TranslationsForeignKey(
        shared_model, related_name=related_name, editable=False, null=True, on_delete=models.CASCADE
    )
    return ModelBase(shared_model.__name__ + "Translation", (TranslatedFieldsModel,), attrs)

class TranslatedFields:
    def __init__(self, meta=None, **fields):
        self.fields = fields
        self.meta = meta
    def contribute_to_class(self, cls, name, **kwargs):
        create_translations_model(cls, name, self.meta, **self.fields)

class TranslatableModel(models.Model):
    class Meta:
        abstract = True

class TranslatedFieldsModel(models.Model):
    language_code = models.CharField(max_length=15, db_index=True)
    class Meta:
        abstract = True
`,
    'core/models.py': `from django.db import models
from parler.models import TranslatableModel, TranslatedFields

class Note(TranslatableModel):
    translations = TranslatedFields(title=models.CharField(max_length=9))
`,
    'core/migrations/__init__.py': '',
    'core/migrations/0001_initial.py': `from django.db import migrations, models
import parler.fields

class Migration(migrations.Migration):
    operations = [
        migrations.CreateModel("Note", [("id", models.AutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"))]),
        migrations.CreateModel("NoteTranslation", [
            ("id", models.AutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            ("language_code", models.CharField(db_index=True, max_length=15)),
            ("title", models.CharField(max_length=9)),
            ("master", parler.fields.TranslationsForeignKey(editable=False, null=True, on_delete=models.deletion.CASCADE, related_name="translations", to="core.note")),
        ], options={
            "verbose_name": "note Translation", "db_table": "core_note_translation", "managed": True,
            "default_permissions": (), "unique_together": {("language_code", "master")},
        }),
    ]
`,
  };
  agrees(context, files);

  const { project, models } = readAll(writeProject(context, files));
  // Nothing of it is left open.
  assert.deepEqual(readMigrations({ project, models, live: null, liveProblem: null }).detail.problems, []);
});

/** Storages that stand for others, in models and in migrations, held against the real Django. */
import { test } from 'node:test';
import { agrees, firstMigration, settings } from '../../agreement.ts';

const models = `from django.core.files.storage import FileSystemStorage
from django.db import models
from django.utils.deconstruct import deconstructible
from django.utils.functional import LazyObject, SimpleLazyObject

class Lazy(LazyObject):
    def _setup(self):
        self._wrapped = FileSystemStorage(location="/x")

class Told(FileSystemStorage):
    def deconstruct(self):
        return "django.core.files.storage.FileSystemStorage", [], {"location": "/z"}

@deconstructible(path="django.core.files.storage.FileSystemStorage")
class Renamed(FileSystemStorage):
    pass

class Note(models.Model):
    lazy = models.FileField(storage=Lazy())
    simple = models.FileField(storage=SimpleLazyObject(lambda: FileSystemStorage(location="/y")))
    told = models.FileField(storage=Told())
    renamed = models.FileField(storage=Renamed(location="/r"))
`;

test('a storage that stands for another, or says that it is one, is no change of what the migrations have', (context) => {
  const file = (name: string, location: string): string =>
    `"${name}", models.FileField(storage=FileSystemStorage(location="${location}"), upload_to="")`;
  agrees(context, {
    ...settings(),
    'core/models.py': models,
    ...firstMigration(
      [file('lazy', '/x'), file('simple', '/y'), file('told', '/z'), file('renamed', '/r')],
      'from django.core.files.storage import FileSystemStorage',
    ),
  });
});

test('a file field that is told no storage has the usual one', (context) => {
  agrees(context, {
    ...settings(),
    'core/models.py': `from django.db import models

class Note(models.Model):
    file = models.FileField(storage=None)
    picture = models.FileField("picture", None, "", None)
`,
    ...firstMigration([
      '"file", models.FileField(upload_to="")',
      '"picture", models.FileField(upload_to="", verbose_name="picture")',
    ]),
  });
});

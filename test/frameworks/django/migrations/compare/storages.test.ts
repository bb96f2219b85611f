/** Storages that stand for others, in models and in migrations, held against the real Django. */
import { test } from 'node:test';
import { agrees, decides, firstMigration, settings } from '../../agreement.ts';

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

const own = (
  of: Record<'fixed' | 'without' | 'bucket' | 'plain', string>,
): string => `from django.core.files.storage import FileSystemStorage, Storage
from django.db import models
from django.utils.deconstruct import deconstructible

class Fixed(FileSystemStorage):
    def deconstruct(self):
        return ("django.core.files.storage.FileSystemStorage", [], {})

class Without(FileSystemStorage):
    def deconstruct(self):
        path, args, kwargs = super().deconstruct()
        kwargs.pop("location", None)
        return path, args, kwargs

class Bucket(FileSystemStorage):
    def __init__(self, bucket="a"):
        self.bucket = bucket
        super().__init__(location="/srv/" + bucket)
    def deconstruct(self):
        return "core.models.Bucket", [], {"bucket": self.bucket.lower()}

@deconstructible
class Plain(Storage):
    def __init__(self, option=None):
        self.option = option
    def deconstruct(self):
        return "core.models.Never", [], {}

class Note(models.Model):
    fixed = models.FileField(storage=${of.fixed})
    without = models.FileField(storage=${of.without})
    bucket = models.FileField(storage=${of.bucket})
    plain = models.FileField(storage=${of.plain})
`;

const writtenOwn = firstMigration(
  [
    '"fixed", models.FileField(storage=django.core.files.storage.FileSystemStorage(), upload_to="")',
    '"without", models.FileField(storage=core.models.Without(base_url="/x/"), upload_to="")',
    '"bucket", models.FileField(storage=core.models.Bucket(bucket="b"), upload_to="")',
    '"plain", models.FileField(storage=core.models.Plain("x"), upload_to="")',
  ],
  'import django.core.files.storage\nimport core.models',
);

test('a storage that says itself how it is written is compared by what it says', (context) => {
  const same = {
    fixed: 'Fixed("/a")',
    without: 'Without("/b", base_url="/x/")',
    bucket: 'Bucket("B")',
    plain: 'Plain("x")',
  };
  // What is given by position stays where it is.
  const without = 'Without(location="/b", base_url="/x/")';
  decides(context, { ...settings(), 'core/models.py': own({ ...same, without }), ...writtenOwn });
  decides(context, { ...settings(), 'core/models.py': own(same), ...writtenOwn });
  const other = { fixed: 'Without()', without: 'Without(base_url="/y/")', bucket: 'Bucket("c")', plain: 'Plain("y")' };
  decides(context, { ...settings(), 'core/models.py': own(other), ...writtenOwn });
});

/** What Django refuses when the class of a model is made is told from the text, and nothing that it takes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runPython } from '../../../warm-python.ts';
import { agrees, settings } from '../agreement.ts';
import { readAll, writeProject } from '../throwaway.ts';

const head = `from django.db import models


class Author(models.Model):
    name = models.CharField(max_length=9)


`;

const refused: Record<string, [text: string, message: string]> = {
  'an argument that is misspelt': [
    'class Book(models.Model):\n    title = models.CharField(max_lenght=9)\n',
    'Book.title: CharField takes no argument max_lenght. The project does not start.',
  ],
  'an argument of another field': [
    'class Book(models.Model):\n    pages = models.IntegerField("pages", auto_now=True)\n',
    'Book.pages: IntegerField takes no argument auto_now. The project does not start.',
  ],
  'a pointer that does not say what becomes of it': [
    'class Book(models.Model):\n    author = models.ForeignKey(Author, related_name="books")\n',
    'Book.author: ForeignKey needs on_delete. The project does not start.',
  ],
  'the same between one and one': [
    'class Book(models.Model):\n    author = models.OneToOneField(to="Author")\n',
    'Book.author: OneToOneField needs on_delete. The project does not start.',
  ],
  'a field that a parent has': [
    'class Poet(Author):\n    name = models.TextField()\n',
    'Poet.name: its parent Author has a field of that name. The project does not start.',
  ],
};

const filesWith = (text: string): Record<string, string> => ({
  ...settings(),
  'core/__init__.py': '',
  'core/models.py': head + text,
});

for (const [title, [text, message]] of Object.entries(refused))
  test(`${title} is told with its line, as starting the project would`, (context) => {
    const root = writeProject(context, filesWith(text));
    const line = (head + text).trimEnd().split('\n').length;
    assert.deepEqual(readAll(root).project.problems, [
      { code: 'model_refused', severity: 'error', message, file: 'core/models.py', line },
    ]);
    const start = runPython(['manage.py', 'check'], { cwd: root });
    assert.notEqual(start.status, 0);
    assert.match(start.stderr, /TypeError|FieldError/);
  });

test('what Django takes is not called refused: arguments by place and by code, every name that a class has, fields that a parent gets later', (context) => {
  agrees(
    context,
    filesWith(`class Shout(models.CharField):
    def __init__(self, *args, loud=False, **kwargs):
        super().__init__(*args, **kwargs)


def options(**more):
    return {"on_delete": models.CASCADE, **more}


class Named(models.Model):
    name = models.TextField()

    class Meta:
        abstract = True


class Book(Named):
    author = models.ForeignKey(Author, models.CASCADE, swappable=False, db_index=False, to_field="id", serialize=True)
    one = models.OneToOneField(Author, **options(related_name="+", parent_link=False, db_constraint=False))
    many = models.ManyToManyField(Author, related_name="+", symmetrical=False, db_constraint=True, swappable=True)
    name = models.SlugField(allow_unicode=True, db_column="n", unique_for_date="day", db_tablespace="")
    loud = Shout(loud=True, max_length=3, error_messages={})
    day = models.DateField(auto_now=True, auto_now_add=False, serialize=False, auto_created=False)
    picture = models.ImageField(upload_to="x", width_field="wide", height_field=None, storage=None)
    wide = models.IntegerField(null=True)
    file = models.FileField(upload_to="x", storage=None)
    place = models.FilePathField(path="/", match="x", recursive=True, allow_files=True, allow_folders=False)
    ip = models.GenericIPAddressField(protocol="both", unpack_ipv4=False, null=True)
    data = models.JSONField(encoder=None, decoder=None, default=dict)
    cost = models.DecimalField(max_digits=5, decimal_places=2)


class Poet(Author):
    rank = models.IntegerField(default=0)


Author.add_to_class("rank_of_author", models.IntegerField(default=0))
Poet.add_to_class("name", models.TextField())


class Singer(Author):
    voice = models.TextField()


class Writer(Author):
    class Meta:
        proxy = True


class Lyrist(Writer):
    # Only the check finds what stands behind another parent.
    name = models.TextField()
`),
  );
});

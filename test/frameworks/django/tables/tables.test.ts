import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import type { MigrationsDetail } from '../../../../src/contract/index.ts';
import { createReadingMemory, read } from '../../../../src/frameworks/django/read.ts';
import type { ReadingInput } from '../../../../src/frameworks/framework.ts';
import { askPython } from '../../../warm-python.ts';
import { inputFor, plainSettings, probe, writeProject } from '../throwaway.ts';

const models = `from django.contrib.contenttypes.fields import GenericForeignKey, GenericRelation
from django.contrib.contenttypes.models import ContentType
from django.db import models


class Stamped(models.Model):
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        abstract = True


class Author(Stamped):
    name = models.CharField(max_length=50, db_column="full_name")


class Book(Stamped):
    author = models.ForeignKey(Author, on_delete=models.CASCADE)
    readers = models.ManyToManyField(Author, related_name="read")
    content_type = models.ForeignKey(ContentType, on_delete=models.CASCADE, null=True)
    object_id = models.IntegerField(null=True)
    about = GenericForeignKey()
    notes = GenericRelation("shop.Note")

    class Meta:
        order_with_respect_to = "author"


class Comic(Book):
    colours = models.IntegerField(default=4)


class Note(models.Model):
    text = models.TextField()
    content_type = models.ForeignKey(ContentType, on_delete=models.CASCADE)
    object_id = models.IntegerField()

    class Meta:
        db_table = "Remarks"


class Shelf(Author):
    class Meta:
        proxy = True


class Report(models.Model):
    total = models.IntegerField()

    class Meta:
        managed = False
        db_table = "report_view"
`;

const ask = (root: string, ...args: string[]): string =>
  askPython(args, { cwd: root, env: { DJANGO_SETTINGS_MODULE: 'proj.settings' } });

const applyAll = `import django
from django.core.management import call_command
django.setup()
call_command("makemigrations", "shop", verbosity=0)
call_command("migrate", verbosity=0)
`;

/** A project whose migrations are all applied by the real Django. */
const migrated = (context: TestContext, files: Record<string, string> = {}): string => {
  const root = writeProject(context, {
    'proj/settings.py': plainSettings(['shop']),
    'shop/__init__.py': '',
    'shop/models.py': models,
    ...files,
  });
  ask(root, '-c', applyAll);
  return root;
};

const change = (root: string, sql: string): void => {
  const database = new DatabaseSync(join(root, 'db.sqlite3'));
  database.exec(sql);
  database.close();
};

const readMigrations = async (root: string, more: Partial<ReadingInput> = {}): Promise<MigrationsDetail> =>
  (await read(inputFor(root, more), createReadingMemory())).migrations;

/** From the text of the project with its database, and from the project itself. */
const readBoth = async (root: string): Promise<MigrationsDetail[]> => {
  const live = { output: ask(root, probe), readAt: '2026-01-01T00:00:00.000Z' };
  return [await readMigrations(root), await readMigrations(root, { live })];
};

const tellTables = ({ problems }: MigrationsDetail): string[] =>
  problems
    .filter(({ code }) => /^(?:table|column)/.test(code))
    .map(({ severity, message }) => `${severity}: ${message}`);

test('the tables of a project, one change after the other', async (context) => {
  const root = migrated(context);

  await context.test(
    'tables as Django makes them are those that the models need, whatever kind of model or field it is',
    async () => {
      for (const detail of await readBoth(root)) {
        assert.deepEqual(tellTables(detail), []);
        // Author, Book with its readers, Comic, Note; Django's own: five of auth with their tables between, and content types.
        assert.equal(detail.tables, 12);
      }
    },
  );

  await context.test(
    'a table, a column and what is left of one that the record knows nothing of are told with their model',
    async () => {
      change(
        root,
        `DROP TABLE shop_book_readers; ALTER TABLE shop_author RENAME full_name TO name; ALTER TABLE remarks ADD mood TEXT;
       ALTER TABLE shop_comic ADD price INTEGER NOT NULL DEFAULT 1; CREATE TABLE other (id INTEGER)`,
      );
      for (const detail of await readBoth(root)) {
        assert.deepEqual(tellTables(detail).sort(), [
          'error: The database has no table shop_book_readers for shop.Book_readers, though every migration of shop is recorded as applied.',
          'error: The table shop_author has no column full_name for the field name of shop.Author, though every migration of shop is recorded as applied.',
          'info: The table Remarks has a column mood that no field of shop.Note has.',
          'info: The table shop_comic has a column price that no field of shop.Comic has.',
          'warning: The table shop_author has a column name that no field of shop.Author has and that needs a value: rows that Django adds give it none.',
        ]);
        const missing = detail.problems.find(({ code }) => code === 'column_missing');
        assert.deepEqual([missing?.file, missing?.line], ['shop/models.py', 13]);
      }
    },
  );

  await context.test(
    'nothing is said of tables that are to change: while migrations are pending, changes unmade or files missing',
    async () => {
      assert.equal(tellTables(await readMigrations(root)).length, 5);
      change(
        root,
        "INSERT INTO django_migrations (app, name, applied) VALUES ('shop', '0009_gone', '2026-01-01 00:00:00')",
      );
      for (const detail of await readBoth(root)) assert.deepEqual(tellTables(detail), []);
      change(root, "DELETE FROM django_migrations WHERE app = 'shop'");
      for (const detail of await readBoth(root)) assert.deepEqual(tellTables(detail), []);
    },
  );
});

test('a database that holds another project than its record says is told in a few lines', async (context) => {
  const many = Array.from({ length: 30 }, (_, index) => `class Thing${index}(models.Model):\n    pass\n`).join('\n\n');
  const root = migrated(context, { 'shop/models.py': `from django.db import models\n\n\n${many}` });
  change(root, Array.from({ length: 30 }, (_, index) => `DROP TABLE shop_thing${index}`).join(';'));
  const told = tellTables(await readMigrations(root));
  assert.equal(told.length, 11);
  assert.equal(told.at(-1), 'error: 20 more tables and columns of shop are not as its models have them.');
});

test('of many differences those that stop queries are told, whatever comes before them, and the rest is no worse than it is', async (context) => {
  const root = migrated(context, {
    'shop/models.py': `from django.db import models


class First(models.Model):
    pass


class Last(models.Model):
    pass
`,
  });
  const left = Array.from({ length: 10 }, (_, index) => `ALTER TABLE shop_first ADD left${index} TEXT`);
  change(root, `${left.join(';')}; DROP TABLE shop_last`);
  const told = tellTables(await readMigrations(root));
  assert.equal(
    told[0],
    'error: The database has no table shop_last for shop.Last, though every migration of shop is recorded as applied.',
  );
  assert.equal(told.at(-1), 'info: 1 more table or column of shop is not as its models have it.');
});

test('models that a router may send elsewhere, fields without a column, and views are not said to be missing', async (context) => {
  const root = migrated(context, {
    'proj/settings.py': plainSettings(['shop'], 'DATABASE_ROUTERS = ["proj.routers.Router"]'),
    'proj/routers.py': `class Router:
    def allow_migrate(self, db, app_label, model_name=None, **hints):
        return model_name != "parcel"
`,
    'shop/models.py': `from django.db import models


class Shadow(models.IntegerField):
    def db_type(self, connection):
        return None


class Order(models.Model):
    shadow = Shadow(default=0)
    total = models.IntegerField()


class Parcel(models.Model):
    pass


class Sum(models.Model):
    total = models.IntegerField()
`,
  });
  change(root, 'DROP TABLE shop_sum; CREATE VIEW shop_sum AS SELECT id FROM shop_order');
  const [text, live] = await readBoth(root);
  assert.deepEqual([text?.tables, live && tellTables(live)], [null, []]);
});

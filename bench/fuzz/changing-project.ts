/** A project that is edited at random: what people do to one, and what makes readings hard. */
import { existsSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { manage } from '../../test/frameworks/django/throwaway.ts';
import type { Random } from '../../test/random.ts';

export type Files = Map<string, string>;

const head = 'from django.db import models\n';

const settingsOf = (apps: readonly string[]): string =>
  `SECRET_KEY = "of-no-use"\nINSTALLED_APPS = ${JSON.stringify(apps)}\nDATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": "db.sqlite3"}}\n`;

const allApps = ['django.contrib.contenttypes', 'django.contrib.auth', 'core', 'shop', 'blog.apps.BlogConfig', 'stock'];

const migration = (dependencies: string, operations: string): string =>
  `from django.db import migrations, models\n\n\nclass Migration(migrations.Migration):\n    dependencies = [${dependencies}]\n    operations = [\n${operations}    ]\n`;

export const startingFiles = (): Files =>
  new Map([
    ['manage.py', manage('settings')],
    ['settings.py', settingsOf(allApps)],
    ['core/__init__.py', ''],
    [
      'core/fields.py',
      `${head}\n\nclass CodeField(models.CharField):\n    def __init__(self, *args, **kwargs):\n        kwargs.setdefault("max_length", 12)\n        super().__init__(*args, **kwargs)\n`,
    ],
    [
      'core/bases.py',
      `${head}from .fields import CodeField\n\n\nclass Stamped(models.Model):\n    created = models.DateTimeField(auto_now_add=True)\n    code = CodeField()\n\n    class Meta:\n        abstract = True\n        ordering = ["created"]\n`,
    ],
    [
      'core/models.py',
      `${head}from .bases import Stamped\n\n\nclass Place(Stamped):\n    name = models.CharField(max_length=10)\n`,
    ],
    ['shop/__init__.py', ''],
    ['shop/models/__init__.py', 'from .items import *\nfrom .orders import Order\n'],
    [
      'shop/models/items.py',
      `${head}from core.bases import Stamped\n\nSIZES = [("s", "Small")]\n\n\nclass Item(Stamped):\n    size = models.CharField(max_length=1, choices=SIZES)\n    place = models.ForeignKey("core.Place", on_delete=models.CASCADE)\n\n\nclass Tool(Item):\n    weight = models.IntegerField()\n`,
    ],
    [
      'shop/models/orders.py',
      `${head}from .items import Item\n\n\nclass Order(models.Model):\n    items = models.ManyToManyField(Item)\n    again = models.ForeignKey("self", null=True, on_delete=models.SET_NULL)\n`,
    ],
    [
      'shop/models/extra.py',
      `${head}\n\nclass Extra(models.Model):\n    order = models.ForeignKey("shop.Order", on_delete=models.CASCADE)\n`,
    ],
    ['shop/migrations/__init__.py', ''],
    [
      'shop/migrations/0001_initial.py',
      migration(
        '',
        '        migrations.CreateModel(name="Order", fields=[("id", models.AutoField(primary_key=True))]),\n        migrations.CreateModel(name="Gone", fields=[("id", models.AutoField(primary_key=True))]),\n',
      ),
    ],
    [
      'shop/migrations/0002_more.py',
      migration(
        '("shop", "0001_initial")',
        '        migrations.AddField(model_name="order", name="note", field=models.TextField()),\n',
      ),
    ],
    ['blog/__init__.py', ''],
    [
      'blog/apps.py',
      'from django.apps import AppConfig\n\n\nclass BlogConfig(AppConfig):\n    name = "blog"\n\n    def ready(self):\n        from . import signals\n',
    ],
    [
      'blog/signals.py',
      `${head}from .models import Post\n\n\nclass Heard(models.Model):\n    post = models.ForeignKey(Post, on_delete=models.CASCADE)\n`,
    ],
    [
      'blog/models.py',
      `${head}from core.bases import Stamped\nfrom shop.models import Order\n\n\nclass Post(Stamped):\n    order = models.ForeignKey(Order, null=True, on_delete=models.CASCADE)\n    title = models.CharField(max_length=50)\n`,
    ],
    ['blog/migrations/__init__.py', ''],
    [
      'blog/migrations/0001_initial.py',
      migration(
        '("shop", "0001_initial")',
        '        migrations.CreateModel(name="Post", fields=[("id", models.AutoField(primary_key=True)), ("title", models.CharField(max_length=50))]),\n',
      ),
    ],
    ['stock/__init__.py', ''],
    ['stock/kinds.py', 'KINDS = [("a", "A")]\nFLAG = False\n'],
    [
      'stock/models.py',
      `${head}from stock import kinds\n\n\nclass Shelf(models.Model):\n    kind = models.CharField(max_length=1, choices=kinds.KINDS)\n    item = models.ForeignKey("shop.Item", on_delete=models.CASCADE)\n\n\nif kinds.FLAG:\n    class Flagged(Shelf):\n        pass\n`,
    ],
  ]);

/** Makes the folder hold exactly these files; those of the same text are not written again. */
export const writeFiles = (root: string, files: Files, before: Files): void => {
  for (const path of before.keys()) if (!files.has(path)) rmSync(join(root, path));
  for (const [path, text] of files) {
    if (before.get(path) === text) continue;
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
};

const ownModules = (files: Files): string[] =>
  [...files.keys()].filter((path) => /(models|bases|items|orders|extra|signals)\.py$/.test(path));

const classes = /^class (\w+)\([^)]*\):\n(?:(?: {4}.*)?\n)+?(?=\n\n|(?![\s\S]))/gm;

const editText = (files: Files, path: string, edit: (text: string) => string): void => {
  files.set(path, edit(files.get(path) ?? ''));
};

const toggle = (files: Files, path: string, part: string): void =>
  editText(files, path, (text) => (text.includes(part) ? text.replace(part, '') : text + part));

type Edit = (files: Files, random: Random, root: string) => void;

const fieldLine = /^ {4}(\w+) = models\.\w+\(.*\n/gm;

/** By what a user would say of it. */
export const edits: Record<string, Edit> = {
  'adds a field': (files, random) =>
    editText(files, random.pick(ownModules(files)), (text) =>
      text.replace(
        /^class \w+\(.*\):\n/m,
        (line) => `${line}    f${random.next(50)} = models.IntegerField(null=True)\n`,
      ),
    ),
  'removes a field': (files, random) =>
    editText(files, random.pick(ownModules(files)), (text) => {
      const lines = text.match(fieldLine) ?? [];
      return lines.length < 2 ? text : text.replace(random.pick(lines), '');
    }),
  'renames a field': (files, random) =>
    editText(files, random.pick(ownModules(files)), (text) => {
      const lines = text.match(fieldLine) ?? [];
      return lines.length === 0 ? text : text.replace(random.pick(lines), (line) => line.replace(' = ', '_now = '));
    }),
  'adds a model': (files, random) =>
    editText(
      files,
      random.pick(ownModules(files)),
      (text) =>
        `${text}\n\nclass Added${random.next(9)}(models.Model):\n    to = models.ForeignKey("shop.Added${random.next(9)}", on_delete=models.CASCADE)\n`,
    ),
  'moves a model to another file': (files, random) => {
    const from = random.pick(ownModules(files));
    const found = files.get(from)?.match(classes)?.at(-1);
    if (found === undefined) return;
    editText(files, from, (text) => text.replace(found, ''));
    editText(files, random.pick(ownModules(files)), (text) => `${text}\n\n${found}`);
  },
  'edits an abstract base of another app': (files, random) =>
    toggle(
      files,
      'core/bases.py',
      `\n\nclass Named${random.next(2)}(Stamped):\n    name = models.TextField()\n\n    class Meta(Stamped.Meta):\n        abstract = True\n`,
    ),
  'gives the base another field': (files) =>
    editText(files, 'core/bases.py', (text) =>
      text.includes('    by = ')
        ? text.replace(/ {4}by = .*\n/, '')
        : text.replace(
            '    code = ',
            '    by = models.ForeignKey("auth.User", on_delete=models.CASCADE, related_name="+")\n    code = ',
          ),
    ),
  'changes a field class': (files, random) =>
    editText(files, 'core/fields.py', (text) =>
      text.replace(/models\.\w+Field/, random.pick(['models.CharField', 'models.TextField', 'models.SlugField'])),
    ),
  'changes INSTALLED_APPS': (files, random) =>
    files.set('settings.py', settingsOf(allApps.filter(() => random.next(6) > 0))),
  'touches a file': (files, random, root) => {
    const path = join(root, random.pick([...files.keys()]));
    if (!existsSync(path)) return;
    const at = new Date(Date.now() - 5000 - random.next(1000));
    utimesSync(path, at, at);
  },
  'breaks the syntax of a file, or mends it': (files, random) =>
    toggle(files, random.pick(ownModules(files)), '\nclass Broken(models.Model:\n    x = = 1\n'),
  'changes what a package re-exports': (files, random) =>
    toggle(
      files,
      'shop/models/__init__.py',
      random.pick(['from .extra import *\n', 'from core.models import Place\n', '__all__ = ["Order"]\n']),
    ),
  'swaps two imports': (files, random) =>
    editText(files, random.pick(['shop/models/__init__.py', 'blog/models.py']), (text) =>
      text.replace(/^(from (?!django).*\n)(from (?!django).*\n)/m, '$2$1'),
    ),
  'flips a flag that decides over a model': (files) =>
    editText(files, 'stock/kinds.py', (text) =>
      text.includes('True') ? text.replace('True', 'False') : text.replace('False', 'True'),
    ),
  'imports lazily, or at once again': (files, random) =>
    editText(files, random.pick(ownModules(files)), (text) => {
      const lines = text.match(/^(?:lazy )?from .* import \w.*\n/gm) ?? [];
      if (lines.length === 0) return text;
      const line = random.pick(lines);
      return text.replace(line, line.startsWith('lazy ') ? line.slice(5) : `lazy ${line}`);
    }),
  'imports in a circle': (files) => toggle(files, 'core/models.py', '\nfrom shop.models import Order\n'),
  'imports a model late': (files) =>
    toggle(
      files,
      'core/models.py',
      '\nclass Late(models.Model):\n    pass\n\n\nfrom stock.models import Shelf\n\n\nclass Later(Shelf):\n    extra = models.TextField()\n',
    ),
  'changes what another module made': (files) =>
    toggle(
      files,
      'stock/models.py',
      '\nfrom shop.models.items import Item, SIZES\nSIZES.append(("l", "Large"))\nItem.add_to_class("thing", models.IntegerField())\n',
    ),
  'adds or removes a module that is asked for': (files) => {
    toggle(files, 'stock/models.py', '\ntry:\n    from .hidden import *\nexcept ImportError:\n    pass\n');
    if (!files.delete('stock/hidden.py'))
      files.set('stock/hidden.py', `${head}\n\nclass Hidden(models.Model):\n    pass\n`);
  },
  'deletes a migration, or brings it back': (files) => {
    const path = 'shop/migrations/0002_more.py';
    if (!files.delete(path)) files.set(path, startingFiles().get(path) ?? '');
  },
  'edits a migration': (files, random) =>
    editText(files, 'shop/migrations/0001_initial.py', (text) =>
      text.replace(/name="(Gone|Order|Left)", f/, `name="${random.pick(['Gone', 'Order', 'Left'])}", f`),
    ),
  'adds a migration that renames a model': (files) => {
    const path = 'blog/migrations/0002_rename.py';
    if (!files.delete(path))
      files.set(path, migration('("blog", "0001_initial")', '        migrations.RenameModel("Post", "Article"),\n'));
  },
  'reads the environment in a model': (files) =>
    toggle(files, 'stock/kinds.py', 'import os\nos.environ["KIND"] = "x"\n'),
  'keeps the history of a model': (files) =>
    toggle(
      files,
      'core/models.py',
      '\nfrom simple_history.models import HistoricalRecords\n\n\nclass Tracked(models.Model):\n    name = models.TextField()\n    history = HistoricalRecords()\n',
    ),
  'asks for a model by its name': (files, random) =>
    toggle(
      files,
      random.pick(['stock/models.py', 'core/models.py']),
      '\nfrom django.apps import apps\n\n\nclass Asking(models.Model):\n    for field in apps.get_model("shop.Item")._meta.local_fields:\n        locals()["of_" + field.name] = models.IntegerField()\n    del field\n',
    ),
  'asks for the user model': (files, random) =>
    toggle(
      files,
      random.pick(['shop/models/orders.py', 'blog/models.py']),
      '\nfrom django.contrib.auth import get_user_model\n\n\nclass Profile(models.Model):\n    name = models.CharField(max_length=get_user_model()._meta.get_field("username").max_length)\n    user = models.ForeignKey(get_user_model(), on_delete=models.CASCADE)\n',
    ),
  'has a user model of its own': (files) => {
    toggle(files, 'settings.py', 'AUTH_USER_MODEL = "core.Member"\n');
    toggle(
      files,
      'core/models.py',
      '\nfrom django.contrib.auth.models import AbstractUser\n\n\nclass Member(AbstractUser):\n    username = models.CharField(max_length=7)\n',
    );
  },
  'names a parent': (files) =>
    toggle(
      files,
      'stock/models.py',
      '\nfrom core.models import Place\n\n\nclass Depot(Place):\n    at = models.OneToOneField("core.Place", parent_link=True, on_delete=models.CASCADE)\n',
    ),
};

/** `lazy import` of Python 3.15. Read alone, not held against Django: the tests' own Python is older. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createReadingMemory, read } from '../../../../src/frameworks/django/read.ts';
import { inputFor, plainSettings, readAll, writeProject } from '../throwaway.ts';

const files = (more: Record<string, string>): Record<string, string> => ({
  'proj/settings.py': plainSettings(['core', 'shop']),
  'core/__init__.py': '',
  'shop/__init__.py': '',
  ...more,
});

test('modules that import each other lazily have all that they take from each other', (context) => {
  const root = writeProject(
    context,
    files({
      'core/models.py': `from django.db import models
lazy import shop.sizes
lazy from shop.models import LONG, Priced

class Named(models.Model):
    name = models.CharField(max_length=shop.sizes.SHORT)

    class Meta:
        abstract = True

class Basket(Priced):
    note = models.CharField(max_length=LONG)
`,
      'shop/models.py': `lazy from django.db import models
lazy from core.models import (
    Named,
)
lazy from core import models as core

LONG = 300

class Priced(models.Model):
    price = models.IntegerField()

    class Meta:
        abstract = True

class Item(Named):
    basket = models.ForeignKey("core.Basket", models.CASCADE)
    other = models.CharField(max_length=core.shop.sizes.SHORT)
`,
      'shop/sizes.py': 'SHORT = 20\n',
    }),
  );
  const { project, models } = readAll(root);
  assert.deepEqual(project.problems, []);
  const own = models.filter(({ app, abstract }) => !abstract && (app === 'core' || app === 'shop'));
  const shown = own.map(({ name, fields }) => [
    name,
    ...fields.map((field) => [field.name, field.keywords.get('max_length') ?? field.relation?.target]),
  ]);
  assert.deepEqual(shown, [
    ['Item', ['id', undefined], ['name', 20], ['basket', 'core.Basket'], ['other', 20]],
    ['Basket', ['id', undefined], ['price', undefined], ['note', 300]],
  ]);
});

test('a lazy import of what is not there costs nothing until it is asked for, and is told once with its own line then', (context) => {
  const imports = `from django.db import models
lazy import gone.away
lazy from core.nowhere import Base, Other

`;
  const problemsOf = (text: string): unknown => {
    const root = writeProject(context, files({ 'core/models.py': `${imports}${text}`, 'shop/models.py': '' }));
    return readAll(root).project.problems.map(({ code, line, message }) => [code, line, message]);
  };
  assert.deepEqual(problemsOf('class Note(models.Model):\n    text = models.TextField()\n'), []);
  assert.deepEqual(problemsOf('SIZES = [Base.SIZE, Base.SIZE,\n    Base.SIZE]\n'), [
    ['not_evaluated', 3, 'There is no module named core.nowhere.'],
  ]);
  const tried = 'try:\n    Base\nexcept ImportError:\n    Base = models.Model\n\nclass Note(Base):\n    pass\n';
  assert.deepEqual(problemsOf(tried), []);
});

test('what is imported lazily through a second module is read anew when it changes', async (context) => {
  const root = writeProject(
    context,
    files({
      'core/models.py': 'lazy from shop.sizes import SIZE\n',
      'shop/models.py': `from django.db import models
from core.models import SIZE
import core.models

class Item(models.Model):
    if SIZE > 1:
        first = models.IntegerField()
    if core.models.SIZE > 2:
        second = models.IntegerField()
`,
    }),
  );
  const memory = createReadingMemory();
  const fieldsFor = async (size: number): Promise<string[] | undefined> => {
    writeFileSync(join(root, 'shop/sizes.py'), `SIZE = ${size}\n`);
    const { schema } = await read(inputFor(root), memory);
    return schema.models.find(({ name }) => name === 'Item')?.fields.map(({ name }) => name);
  };
  assert.deepEqual(await fieldsFor(2), ['id', 'first']);
  assert.deepEqual(await fieldsFor(3), ['id', 'first', 'second']);
  assert.deepEqual(await fieldsFor(1), ['id']);
});

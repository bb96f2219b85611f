import assert from 'node:assert/strict';
import { test } from 'node:test';
import { editorAddress } from '../../../src/web/parts/files/editor.ts';
import { appAbove, cutAtReferences, cutListed, modelAbove, ownFile } from '../../../src/web/parts/linked/references.ts';
import { model } from '../generated-schema.ts';

const at = (id: string, file: string, line: number, own = true) => ({ ...model(id, []), own, source: { file, line } });
const models = [
  at('shop.Order', 'shop/models.py', 10),
  at('shop.Line', 'shop/models.py', 40),
  at('auth.Group', 'site-packages/django/contrib/auth/models.py', 5, false),
];

const found = (text: string, root?: string) => cutAtReferences(text, root).flatMap(({ to }) => to ?? []);

test('the places of a traceback are cut out, and nothing of its text is lost', () => {
  const text = 'Traceback:\n  File "/a b/x.py", line 3, in <module>\n    go()\n  File "y.py", line 12\nError: File "';
  const parts = cutAtReferences(text, undefined);
  assert.equal(parts.map((part) => part.text).join(''), text);
  assert.deepEqual(found(text), [
    { kind: 'file', path: '/a b/x.py', line: 3, isLine: true },
    { kind: 'file', path: 'y.py', line: 12, isLine: true },
  ]);
  assert.deepEqual(cutAtReferences('', undefined), []);
});

test('a file with a line is one of the project when it lies below its folder', () => {
  const root = '/home/me/my (new) shop';
  assert.deepEqual(found(`${root}/shop/views.py:14: DeprecationWarning: old`, root), [
    { kind: 'file', path: `${root}/shop/views.py`, line: 14, isLine: false },
  ]);
  for (const other of [`/mnt${root}/shop/views.py:14`, '/usr/lib/x.py:14', `${root}2/x.py:14`, 'http://host/x.py:80'])
    assert.deepEqual(found(other, root), [], other);
});

test('migrations, models and fields are known by their whole names; numbers of checks, code and paths are none of them', () => {
  const text = 'shop.Order.total: (fields.W342) needs shop.0002_line, not shop.Line.';
  assert.deepEqual(found(text), [
    { kind: 'model', id: 'shop.Order', field: 'total' },
    { kind: 'migration', id: 'shop.0002_line' },
    { kind: 'model', id: 'shop.Line', field: null },
  ]);
  for (const none of [
    'my.shop.Order',
    'auth.User.objects.get()',
    'shop.Order(',
    'Django 3.2.25',
    'shop/0001.py',
    'a-b.C',
  ])
    assert.deepEqual(found(none), [], none);
});

test('names in any script are known', () => {
  assert.deepEqual(found('склад.Товар.цена needs مكتبة.0001_كتاب; مكتبة.كتاب, 倉庫.商品'), [
    { kind: 'model', id: 'склад.Товар', field: 'цена' },
    { kind: 'migration', id: 'مكتبة.0001_كتاب' },
    { kind: 'model', id: 'مكتبة.كتاب', field: null },
    { kind: 'model', id: '倉庫.商品', field: null },
  ]);
  const lines = ['склад', ' [ ] 0002_цена'];
  assert.equal(
    appAbove((index) => lines[index], 1),
    'склад',
  );
});

test('a line that is data and no text is left as it is', () => {
  const text = 'shop.Order '.repeat(1_000);
  assert.deepEqual(cutAtReferences(text, undefined), [{ at: 0, text, to: null }]);
});

test('a migration that showmigrations lists is of the app whose label stands above', () => {
  const lines = ['admin', ' [X] 0001_initial', 'shop', ' [X] 0001_initial', ' [ ] 0002_line (2 squashed migrations)'];
  const above = (index: number) => appAbove((at) => lines[at], index);
  assert.deepEqual(
    lines.map((_, index) => above(index)),
    [undefined, 'admin', undefined, 'shop', 'shop'],
  );
  assert.deepEqual(
    cutListed(lines[4] ?? '', 'shop').map(({ text, to }) => [text, to?.kind === 'migration' ? to.id : null]),
    [
      [' [ ] ', null],
      ['0002_line', 'shop.0002_line'],
      [' (2 squashed migrations)', null],
    ],
  );
  assert.equal(
    appAbove((at) => ['not a label', ' [X] 0001_initial'][at], 1),
    undefined,
  );
});

test('a file is the project’s own below its folder, or by the whole path of a file of models', () => {
  const own = (path: string) => ownFile(path, '/home/me/shop', models);
  assert.equal(own('/home/me/shop/shop/views.py'), 'shop/views.py');
  assert.equal(own('/srv/app/shop/models.py'), 'shop/models.py');
  assert.equal(own('/srv/app/shop/views.py'), null);
  assert.equal(own('/home/me/shop2/other/views.py'), null);
  assert.equal(own('/home/me/shop/venv/lib/site-packages/shop/models.py'), null);
  assert.equal(own('/usr/lib/python3/django/contrib/auth/models.py'), null);
});

test('a line belongs below the last model that begins before it', () => {
  const above = (line: number, file = 'shop/models.py') => modelAbove(models, file, line)?.id ?? null;
  assert.deepEqual(
    [9, 10, 39, 40, 900].map((line) => above(line)),
    [null, 'shop.Order', 'shop.Order', 'shop.Line', 'shop.Line'],
  );
  assert.equal(above(20, 'shop/views.py'), null);
});

test('an address for an editor holds a path of the workspace and nothing that could be more', () => {
  const root = '/home/me/my shop';
  assert.equal(editorAddress('vscode', root, 'a b/m.py', 7), 'vscode://file/home/me/my%20shop/a%20b/m.py:7');
  assert.equal(
    editorAddress('pycharm', root, 'x&line=9#.py', 7),
    'pycharm://open?file=/home/me/my%20shop/x%26line%3D9%23.py&line=7',
  );
  assert.equal(editorAddress(null, root, 'm.py', 7), null);
  assert.equal(editorAddress('zed', undefined, 'm.py', 7), null);
  assert.equal(editorAddress('zed', root, 'site-packages/django/m.py', 7), null);
  for (const file of ['../.ssh/config', 'shop/../../.ssh/config', '..', 'shop/..'])
    assert.equal(editorAddress('zed', root, ownFile(`${root}/${file}`, root, []) ?? file, 1), null, file);
  assert.equal(ownFile(`${root}/../.ssh/config`, root, []), null);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cutAtPlaces, modelAbove, ownFile } from '../../../src/web/pages/logs/places.ts';
import { editorAddress } from '../../../src/web/parts/files/editor.ts';
import { model } from '../generated-schema.ts';

const at = (id: string, file: string, line: number, own = true) => ({ ...model(id, []), own, source: { file, line } });
const models = [
  at('shop.Order', 'shop/models.py', 10),
  at('shop.Line', 'shop/models.py', 40),
  at('auth.Group', 'site-packages/django/contrib/auth/models.py', 5, false),
];

test('the places of a traceback are cut out, and nothing of its text is lost', () => {
  const text = 'Traceback:\n  File "/a b/x.py", line 3, in <module>\n    go()\n  File "y.py", line 12\nError: File "';
  const parts = cutAtPlaces(text);
  assert.equal(parts.map((part) => part.text).join(''), text);
  assert.deepEqual(
    parts.flatMap(({ place }) => place ?? []),
    [
      { path: '/a b/x.py', line: 3 },
      { path: 'y.py', line: 12 },
    ],
  );
  assert.deepEqual(cutAtPlaces(''), []);
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
});

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openFolder } from '../../src/folder/folder.ts';

let base: string;
let root: string;

before(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'folder-')));
  root = join(base, 'project');
  mkdirSync(join(root, 'shop/migrations'), { recursive: true });
  writeFileSync(join(base, 'secret.txt'), 'secret');
  writeFileSync(join(root, 'manage.py'), '\ufeffprint(1)\n');
  writeFileSync(join(root, 'shop/models.py'), 'x = 1\n');
});

after(() => rmSync(base, { recursive: true, force: true }));

test('a file of the project is read as text without its byte order mark', () => {
  const read = openFolder(root).readText('manage.py');
  assert.ok(read.ok);
  assert.equal(read.value, 'print(1)\n');
  assert.equal(read.stamp.size, 12);
});

test('a file that is not UTF-8 is read as what it says it is', () => {
  const bytes = (declared: string, ...text: number[]) =>
    Buffer.concat([Buffer.from(`#!/usr/bin/python\n# ${declared}\nname = "`), Buffer.from(text), Buffer.from('"\n')]);
  const textOf = (content: Buffer): string => {
    writeFileSync(join(root, 'shop/old.py'), content);
    const read = openFolder(root).readText('shop/old.py');
    return read.ok ? (/"(.*)"/.exec(read.value)?.[1] ?? '') : '';
  };
  assert.equal(textOf(bytes('-*- coding: latin-1 -*-', 0xe9)), 'é');
  assert.equal(textOf(bytes('vim: set fileencoding=cp1252 :', 0x80)), '€');
  assert.equal(textOf(bytes('coding: koi8-r', 0xf0)), 'П');
  assert.equal(textOf(bytes('coding: no-such-thing', 0xe9)), '\ufffd');
  assert.equal(textOf(bytes('nothing', 0xe9)), '\ufffd');
  assert.equal(textOf(bytes('coding: latin-1', 0xc3, 0xa9)), 'Ã©');
});

test('no path leaves the folder, by dots, by absolute path or by a link', () => {
  symlinkSync(join(base, 'secret.txt'), join(root, 'leak.txt'));
  symlinkSync(base, join(root, 'up'));
  symlinkSync('../../secret.txt', join(root, 'shop/relative-leak.txt'));
  const folder = openFolder(root);
  for (const path of [
    '../secret.txt',
    join(base, 'secret.txt'),
    'leak.txt',
    'up/secret.txt',
    'shop/relative-leak.txt',
    `${root}-other/x`,
  ]) {
    const read = folder.readText(path);
    assert.equal(read.ok, false, path);
    assert.equal(read.ok === false && ['outside', 'missing'].includes(read.refusal), true, path);
    assert.equal(folder.stamp(path), undefined, path);
    assert.equal(folder.isFile(path), false, path);
  }
  assert.equal(folder.isFolder('up'), false);
  assert.deepEqual(folder.entries('up'), []);
  assert.ok(!folder.entries('').some((entry) => entry.name === 'leak.txt' || entry.name === 'up'));
});

test('a link inside the project that leads inside is followed', () => {
  symlinkSync('shop', join(root, 'alias'));
  symlinkSync('models.py', join(root, 'shop/linked.py'));
  const folder = openFolder(root);
  for (const path of ['alias/models.py', 'shop/linked.py', 'alias/linked.py']) {
    const read = folder.readText(path);
    assert.ok(read.ok, path);
    assert.equal(read.value, 'x = 1\n');
  }
  assert.ok(folder.entries('').some((entry) => entry.name === 'alias' && entry.kind === 'folder'));
});

test('a FIFO, a socket, a folder, a device and a dangling link are refused at once', async () => {
  execFileSync('mkfifo', [join(root, 'pipe.py')]);
  symlinkSync('nowhere', join(root, 'dangling.py'));
  symlinkSync('loop-b', join(root, 'loop-a'));
  symlinkSync('loop-a', join(root, 'loop-b'));
  const server = createServer().listen(join(root, 'sock.py'));
  await new Promise((resolve) => server.once('listening', resolve));
  try {
    const folder = openFolder(root);
    const refusal = (path: string) => {
      const read = folder.readText(path);
      return read.ok ? 'read' : read.refusal;
    };
    assert.equal(refusal('pipe.py'), 'not_a_file');
    assert.equal(refusal('sock.py'), 'not_a_file');
    assert.equal(refusal('shop'), 'not_a_file');
    assert.equal(refusal('dangling.py'), 'missing');
    assert.equal(refusal('loop-a'), 'missing');
    assert.equal(refusal('manage.py/x'), 'missing');
    assert.equal(refusal('a\0b'), 'missing');
    assert.equal(openFolder('/dev').readBytes('null').ok, false);
  } finally {
    server.close();
  }
});

test('a file of 5 GB is refused without being read, and its end can be read', () => {
  const path = join(root, 'huge.log');
  writeFileSync(path, '');
  truncateSync(path, 5 * 1024 ** 3);
  const folder = openFolder(root);
  const read = folder.readBytes('huge.log');
  assert.equal(read.ok === false && read.refusal, 'too_large');
  const tail = folder.readPart('huge.log', -100, 100);
  assert.ok(tail.ok);
  assert.equal(tail.value.length, 100);
  assert.equal(tail.stamp.size, 5 * 1024 ** 3);
});

test('a part of a file is what lies there, however the asked range lies', () => {
  writeFileSync(join(root, 'digits.txt'), '0123456789');
  const part = (offset: number, length: number) => {
    const read = openFolder(root).readPart('digits.txt', offset, length);
    return read.ok ? read.value.toString() : read.refusal;
  };
  assert.equal(part(2, 3), '234');
  assert.equal(part(8, 100), '89');
  assert.equal(part(50, 5), '');
  assert.equal(part(-3, 10), '789');
  assert.equal(part(-100, 4), '0123');
});

test('an unreadable file is refused with its cause', (t) => {
  writeFileSync(join(root, 'closed.py'), 'x');
  chmodSync(join(root, 'closed.py'), 0);
  chmodSync(base, 0o755);
  const asRoot = process.geteuid?.() === 0;
  if (asRoot) process.seteuid?.(65534);
  try {
    const read = openFolder(root).readText('closed.py');
    assert.equal(read.ok === false && read.refusal, 'unreadable');
    assert.match(read.ok ? '' : read.message, /EACCES/);
  } finally {
    if (asRoot) process.seteuid?.(0);
    t.diagnostic(asRoot ? 'as another user' : 'as this user');
  }
});

test('a missing folder is an error that names it', () => {
  assert.throws(() => openFolder(join(base, 'gone')), /The folder .*gone does not exist/);
  assert.throws(() => openFolder(join(root, 'manage.py')), /is not a folder/);
});

test('what would lie below a file, or has a name too long to exist, is simply not there', () => {
  writeFileSync(join(root, 'ast'), 'a file without an ending\n');
  const folder = openFolder(root);
  for (const path of ['ast/__init__.py', 'ast/deep/er.py', `${'x'.repeat(400)}.py`]) {
    assert.equal(folder.isFile(path), false);
    assert.equal(folder.isFolder(path), false);
    assert.equal(folder.stamp(path), undefined);
    assert.equal(folder.readText(path).ok, false);
    assert.deepEqual(folder.entries(path), []);
  }
});

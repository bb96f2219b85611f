import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createReadingMemory, read } from '../../../src/frameworks/django/read.ts';
import type { StaticReading } from '../../../src/frameworks/framework.ts';
import { edits, type Files, randomFrom, startingFiles, writeFiles } from './changing-project.ts';
import { inputFor, sitePackages } from './throwaway.ts';

const folderFor = (context: TestContext): string => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'changing-project-')));
  context.after(() => rmSync(root, { recursive: true, force: true }));
  return root;
};

/** When it was read differs between any two readings. */
const timeless = (reading: StaticReading): unknown => ({
  ...reading,
  schema: { ...reading.schema, provenance: { ...reading.schema.provenance, read_at: '' } },
  migrations: { ...reading.migrations, applied: { ...reading.migrations.applied, read_at: '' } },
});

const countKept = (before: StaticReading, after: StaticReading): number => {
  const known = new Set(before.schema.models);
  return after.schema.models.filter((model) => known.has(model)).length;
};

type Walk = { root: string; seed: number; steps: number; packages: readonly string[] };

/** Edits at random, reads with and without memory after each edit; gives how many readings took models over. */
const walk = async ({ root, seed, steps, packages }: Walk): Promise<number> => {
  const random = randomFrom(seed);
  const memory = createReadingMemory();
  const input = inputFor(root, { sitePackages: packages });
  let files: Files = startingFiles();
  writeFiles(root, files, new Map());
  let last = await read(input, memory);
  const done: string[] = [];
  let renewed = 0;
  for (let step = 0; step < steps; step += 1) {
    const before = new Map(files);
    for (let edit = 0; edit <= random.next(2); edit += 1) {
      const name = random.pick(Object.keys(edits));
      edits[name]?.(files, random, root);
      done.push(name);
    }
    writeFiles(root, files, before);
    const kept = await read(input, memory);
    const fresh = await read(input, createReadingMemory());
    assert.deepEqual(timeless(kept), timeless(fresh), `seed ${seed}, after: ${done.slice(-6).join(', ')}`);
    if (kept.schema.models.length > 0 && countKept(last, kept) > 0) renewed += 1;
    last = kept;
    // A project in which everything is broken shows little: start over now and then.
    if (step % 25 === 24) {
      const worn = files;
      files = startingFiles();
      writeFiles(root, files, worn);
    }
  }
  return renewed;
};

test('whatever is edited, a rescan says what a first scan would say', async (context) => {
  for (const seed of [1, 2, 3, 4, 5, 6]) {
    const renewed = await walk({ root: folderFor(context), seed, steps: 50, packages: [] });
    assert.ok(renewed > 10, `seed ${seed}: only ${renewed} of 50 rescans took anything over`);
  }
});

test('the same with installed packages, whose bases and history tables are read', async (context) => {
  for (const seed of [11, 12]) await walk({ root: folderFor(context), seed, steps: 20, packages: sitePackages });
});

const pythonFiles = (root: string): string[] =>
  readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.py') && statSync(join(root, path)).isFile(),
  );

test('the sample project, edited line by line, is read as if for the first time', async (context) => {
  const root = folderFor(context);
  cpSync(resolve(import.meta.dirname, '../../../samples/atlas'), root, { recursive: true });
  const random = randomFrom(7);
  const memory = createReadingMemory();
  const input = inputFor(root, { sitePackages: [] });
  await read(input, memory);
  for (let step = 0; step < 40; step += 1) {
    const path = join(root, random.pick(pythonFiles(root).filter((name) => !name.endsWith('manage.py'))));
    const text = readFileSync(path, 'utf8');
    const lines = text.split('\n');
    lines.splice(random.next(lines.length), 1 + random.next(2));
    writeFileSync(path, lines.join('\n'));
    const [kept, fresh] = [await read(input, memory), await read(input, createReadingMemory())];
    assert.deepEqual(timeless(kept), timeless(fresh), `line removed from ${path}`);
    if (step % 3 > 0) writeFileSync(path, text);
  }
});

test('of an edit in one app the models of the others are the very same objects', async (context) => {
  const root = folderFor(context);
  const files = startingFiles();
  writeFiles(root, files, new Map());
  const memory = createReadingMemory();
  const input = inputFor(root, { sitePackages: [] });
  const first = await read(input, memory);
  const edited = new Map(files);
  edits['flips a flag that decides over a model']?.(edited, randomFrom(1), root);
  writeFiles(root, edited, files);
  const second = await read(input, memory);
  const isStock = ({ app }: { app: string }): boolean => app === 'stock';
  assert.deepEqual(
    second.schema.models.filter(isStock).map(({ name }) => name),
    ['Shelf', 'Flagged'],
  );
  assert.ok(
    first.schema.models.filter((model) => !isStock(model)).every((model) => second.schema.models.includes(model)),
  );
});

test('a file that is written twice within one tick of its clock is read twice', async (context) => {
  const root = folderFor(context);
  writeFiles(root, startingFiles(), new Map());
  const memory = createReadingMemory();
  const input = inputFor(root, { sitePackages: [] });
  const path = join(root, 'shop/migrations/0002_more.py');
  const models = join(root, 'stock/models.py');
  for (const name of ['aaaa', 'bbbb', 'cccc']) {
    // Same length, and as fast as it goes: size and often the time are the same.
    writeFileSync(path, readFileSync(path, 'utf8').replace(/name="\w+", field/, `name="${name}", field`));
    writeFileSync(
      models,
      readFileSync(models, 'utf8').replace(/^class \w+\(models\.Model\)/m, `class C${name}(models.Model)`),
    );
    const reading = await read(input, memory);
    assert.ok(reading.schema.models.some((model) => model.name === `C${name}`));
    const shop = reading.migrations.apps.find(({ label }) => label === 'shop');
    assert.equal(shop?.migrations[1]?.operations[0]?.description, `Add field ${name} to order`);
  }
});

/** Everything that takes apart what others wrote, each with files as they should be. Whatever it is given, it ends and does not throw. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { deflateSync, gzipSync } from 'node:zlib';
import { openFolder } from '../../src/folder/folder.ts';
import { readAppliedMigrations } from '../../src/frameworks/django/database.ts';
import { readFixtures } from '../../src/frameworks/django/fixtures/read-fixtures.ts';
import { django } from '../../src/frameworks/django/index.ts';
import { readWrittenBy } from '../../src/frameworks/django/logs/lines/written-format.ts';
import { readLogs } from '../../src/frameworks/django/logs/read-logs.ts';
import { createReadingMemory, read } from '../../src/frameworks/django/read.ts';
import type { ReadingInput } from '../../src/frameworks/framework.ts';
import { createMask } from '../../src/masking/mask.ts';
import {
  closedWorld,
  createEngine,
  createModule,
  readFunction,
  readModule,
  runModule,
  type Statement,
} from '../../src/python/index.ts';
import { digestFixtures, digestReading, maskLogs } from '../../src/scanner/digest.ts';
import { holdPlain } from '../../test/frameworks/django/migrations/files/hold-plain.ts';
import { plainMigrations } from '../../test/frameworks/django/migrations/files/plain-migrations.ts';
import { inputFor } from '../../test/frameworks/django/throwaway.ts';
import * as sample from './samples.ts';

export type Reader = {
  name: string;
  samples: readonly Buffer[];
  take(bytes: Buffer): void | Promise<void>;
};

const secret = 'of-no-use-4f81c2d9e7';

const buffers = (texts: readonly string[]): Buffer[] => texts.map((text) => Buffer.from(text));

const readDeep = (statements: readonly Statement[], depth = 0): void => {
  if (depth > 20) return;
  for (const statement of statements) {
    if (statement.kind === 'function') readDeep(readFunction(statement).body, depth + 1);
    else if (statement.kind === 'class') readDeep(statement.body, depth + 1);
  }
};

/** Reads and evaluates. */
export const takePython = (text: string): void => {
  const syntax = readModule(text);
  readDeep(syntax.statements);
  runModule(createEngine(closedWorld, 200_000), createModule('damaged', '/w/damaged.py'), syntax);
};

const pythonReader: Reader = {
  name: 'python',
  samples: buffers([sample.python, ...Object.values(sample.project)]),
  take: (bytes) => {
    takePython(bytes.toString('utf8'));
    takePython(bytes.toString('latin1'));
  },
};

/** What is read straight from the text says what its evaluation says. */
const plainReader: Reader = {
  name: 'plain migration',
  samples: buffers([sample.migration, ...Object.values(plainMigrations)]),
  take: (bytes) => void holdPlain(bytes.toString('utf8')),
};

const place = (root: string, path: string, bytes: string | Buffer): void => {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, bytes);
};

const inputWithoutPackages = (root: string): ReadingInput => inputFor(root, { sitePackages: [] });

/** One reader for each file of a project: what is damaged in it is read with all that rests on it, as the service does. */
const projectReaders = (root: string): Reader[] => {
  for (const [path, text] of Object.entries(sample.project)) place(root, path, text);
  // From one reading to the next, as in a reader that lives for days.
  const memory = createReadingMemory();
  return Object.entries(sample.project)
    .filter(([, text]) => text !== '')
    .map(([path, text]) => ({
      name: path,
      samples: buffers([text]),
      take: async (bytes) => {
        place(root, path, bytes);
        digestReading(await read(inputWithoutPackages(root), memory));
        place(root, path, text);
      },
    }));
};

const pack = (text: string | Buffer): string =>
  `=====workspace-inspector-probe-begin=====${deflateSync(text).toString('base64')}=====workspace-inspector-probe-end=====`;

const probeReader = (root: string): Reader => {
  for (const [path, text] of Object.entries(sample.project)) place(root, path, text);
  const [text, memory] = [JSON.stringify(sample.registry), createReadingMemory()];
  return {
    name: 'probe',
    samples: buffers([text]),
    take: async (bytes) => {
      for (const output of [pack(bytes), bytes.toString(), pack(text).replace('A', bytes.toString('latin1'))]) {
        django.parseDatabases(root, output);
        digestReading(
          await read({ ...inputWithoutPackages(root), live: { readAt: '2024-05-01T10:00:00Z', output } }, memory),
        );
      }
    },
  };
};

const databaseReader = (root: string): Reader => {
  const database = new DatabaseSync(':memory:');
  database.exec('CREATE TABLE django_migrations (id integer PRIMARY KEY, app text, name text, applied text)');
  const row = database.prepare('INSERT INTO django_migrations (app, name, applied) VALUES (?, ?, ?)');
  for (let at = 0; at < 200; at += 1) row.run('shop', `${at}`.padStart(4, '0'), '2024-05-01 10:00:00');
  const whole = Buffer.from(database.serialize());
  database.close();
  let made = 0;
  return {
    name: 'database',
    samples: [whole],
    take: (bytes) => {
      made += 1;
      place(root, `${made}.sqlite3`, bytes);
      readAppliedMigrations(openFolder(root), `${made}.sqlite3`);
      rmSync(join(root, `${made}.sqlite3`));
    },
  };
};

const fixtureEndings = ['json', 'jsonl', 'xml', 'yaml'];

const fixturesReader = (root: string): Reader => ({
  name: 'fixtures',
  samples: buffers(sample.fixtures),
  take: (bytes) => {
    for (const ending of fixtureEndings) place(root, `shop/fixtures/a.${ending}`, bytes);
    place(root, 'shop/fixtures/b.json.gz', bytes[0] === 0 ? bytes : gzipSync(bytes));
    digestFixtures(readFixtures({ root }, null), [secret]);
  },
});

const refuseSecret = (text: string): void => {
  if (text.includes(secret)) throw new Error('The secret is in what is shown.');
};

const lineFormats = [
  '[%(asctime)s][%(levelname)s] %(name)s:%(lineno)d %(message)s',
  '%(asctime)s|%(a)s|%(levelname)-8s|%(message)s',
];

const logsReader = (root: string): Reader => ({
  name: 'logs',
  samples: buffers([...sample.logs, ...lineFormats]),
  take: (bytes) => {
    // What a project writes into its settings may be damaged as what it writes into its logs.
    const own = ['%', '{', '$'].map((style) => ({
      format: bytes.toString(),
      datefmt: bytes.toString('utf8', 0, 40),
      style,
    }));
    const formats = [...own, ...lineFormats.map((format) => ({ format, datefmt: null, style: '%' }))].flatMap(
      (written) => readWrittenBy(written) ?? [],
    );
    const settings = { timeZone: 'UTC', formats };
    place(root, 'a.log', Buffer.concat([bytes, Buffer.from(` ${secret} `), bytes]));
    place(root, 'b.log.1.gz', bytes[0] === 0 ? bytes : gzipSync(bytes));
    const first = readLogs(inputWithoutPackages(root), [join(root, 'a.log')], {}, settings);
    refuseSecret(JSON.stringify(maskLogs(first, [secret], {})));
    place(root, 'a.log', bytes);
    readLogs(inputWithoutPackages(root), [join(root, 'a.log')], first.position, settings);
  },
});

const outputReader: Reader = {
  name: 'output',
  samples: buffers(sample.outputs.map(([, output]) => output)),
  take: (bytes) => {
    const output = bytes.toString();
    for (const [command] of sample.outputs) JSON.stringify(django.parseResult('', ['manage.py', command], output));
    django.explainFailure(output, 1);
    django.explainHang(output);
  },
};

const maskingReader: Reader = {
  name: 'masking',
  samples: buffers([...sample.logs, ...Object.values(sample.project), ...sample.outputs.map(([, output]) => output)]),
  take: (bytes) => {
    const half = bytes.length >> 1;
    refuseSecret(createMask([secret])(`${bytes.toString('utf8', 0, half)}${secret}${bytes.toString('utf8', half)}`));
  },
};

/** Their files lie in the folder. */
export const createReaders = (folder: string): Reader[] => [
  pythonReader,
  plainReader,
  ...projectReaders(join(folder, 'project')),
  probeReader(join(folder, 'probed')),
  databaseReader(join(folder, 'database')),
  fixturesReader(join(folder, 'fixtures')),
  logsReader(join(folder, 'logs')),
  outputReader,
  maskingReader,
];

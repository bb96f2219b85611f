/** Holds the floors of docs/architecture.md: which room may import which, and which tool is used where. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));
const src = join(root, 'src');

/** `late`: loaded when it is needed. */
type Import = { from: string; to: string; typeOnly: boolean; late: boolean };

const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.d.ts'))
  .map((name) => name.replaceAll('\\', '/'));

const read = (file: string): string => readFileSync(join(src, file), 'utf8');

const importsOf = (file: string): Import[] => {
  const found: Import[] = [];
  const pattern =
    /(?:^|\n)\s*(import|export)\s+(type\s+)?([^'"`;]*?\sfrom\s+)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/g;
  for (const match of read(file).matchAll(pattern)) {
    const target = match[4] ?? match[5] ?? '';
    const names = match[3] ?? '';
    const allTypes =
      names.includes('{') &&
      [...names.matchAll(/[{,]\s*(type\s+)?[\w$]+/g)].every(([, type]) => type) &&
      !/^[\w$]/.test(names.trim());
    const late = match[5] !== undefined;
    found.push({ from: file, to: target, typeOnly: match[2] !== undefined || allTypes, late });
  }
  return found;
};

const all = files.flatMap(importsOf);
const resolved = all
  .filter(({ to }) => to.startsWith('.'))
  .map(({ from, to, ...how }) => ({
    from,
    to: relative(src, resolve(src, dirname(from), to.split('?')[0] ?? to)).replaceAll('\\', '/'),
    ...how,
  }))
  .filter(({ to }) => !to.startsWith('..'));

/** The room of a file: its folder, or the file itself at the top; a framework is a room of its own. */
const roomOf = (file: string): string => {
  const parts = file.split('/');
  if (parts.length === 1) return file;
  if (parts[0] === 'frameworks') return parts.length === 2 ? `frameworks/${parts[1]}` : `frameworks/${parts[1]}/`;
  return `${parts[0]}/`;
};

/** `types`: may import types only. */
type Floor = { may: readonly string[]; types?: readonly string[]; why: string };

const floors: Record<string, Floor> = {
  'cli/': {
    may: ['serve.ts', 'service-file.ts', 'app.ts', 'config.ts', 'mcp/', 'usecases/', 'diagram/', 'contract/', 'kit/'],
    why: 'the command line is a door: it asks use cases, not tools',
  },
  'serve.ts': {
    may: ['app.ts', 'http/', 'queue/', 'service-file.ts', 'config.ts', 'usecases/', 'contract/', 'kit/'],
    why: 'serve starts and stops doors',
  },
  'http/': {
    may: ['usecases/', 'contract/', 'kit/'],
    why: 'a door turns one signal into one use case and never reaches a tool',
  },
  'queue/': {
    may: ['usecases/', 'contract/', 'kit/'],
    why: 'a door turns one signal into one use case and never reaches a tool',
  },
  'mcp/': {
    may: ['diagram/', 'contract/', 'kit/'],
    why: 'a door that is handed the service: it may run beside it, in a process of its own',
  },
  'app.ts': {
    may: ['config.ts', 'store/', 'scanner/', 'runner/', 'frameworks/index.ts', 'usecases/', 'kit/'],
    why: 'only app opens real tools',
  },
  'usecases/': {
    may: ['folder/', 'contract/', 'kit/'],
    types: ['store/', 'scanner/', 'runner/', 'frameworks/framework.ts'],
    why: 'a use case decides; tools are handed to it',
  },
  'scanner/': {
    may: ['folder/', 'masking/', 'contract/', 'kit/'],
    types: ['frameworks/framework.ts'],
    why: 'the scanner is handed its framework',
  },
  'frameworks/index.ts': { may: ['frameworks/django/', 'frameworks/framework.ts'], why: 'the list of frameworks' },
  'frameworks/framework.ts': { may: ['contract/'], why: 'the seam knows the contract only' },
  'frameworks/django/': {
    may: ['frameworks/framework.ts', 'python/', 'folder/', 'contract/', 'kit/'],
    why: 'a framework never knows another one or a tool',
  },
  'store/': { may: ['contract/', 'kit/'], why: 'tools do not know each other' },
  'runner/': { may: ['masking/', 'contract/', 'kit/'], why: 'tools do not know each other' },
  'masking/': { may: ['kit/'], why: 'secrets are masked the same in what is run and what is read' },
  'folder/': { may: ['kit/'], why: 'the guarded view stands on the ground' },
  'config.ts': { may: ['kit/'], why: 'settings stand on the ground' },
  'service-file.ts': { may: [], why: 'whoever asks whether a service runs loads nothing of it' },
  'web/': { may: ['contract/', 'diagram/'], why: 'the window speaks the contract over HTTP' },
  'diagram/': { may: ['contract/'], why: 'a drawing of the schema is the same in the window and at the terminal' },
  'contract/': { may: [], why: 'both sides of the wire share it' },
  'python/': { may: [], why: 'Python text knows nothing of us' },
  'kit/': { may: [], why: 'the ground' },
};

describe('the floors of the house', () => {
  test('every room has a floor', () => {
    assert.deepEqual(
      [...new Set(files.map(roomOf))].filter((room) => !floors[room]),
      [],
    );
  });

  for (const [room, floor] of Object.entries(floors)) {
    test(`${room} imports only what it may (${floor.why})`, () => {
      const wrong = resolved
        .filter(({ from }) => roomOf(from) === room)
        .filter(
          ({ to, typeOnly }) =>
            roomOf(to) !== room && !floor.may.includes(roomOf(to)) && !(typeOnly && floor.types?.includes(roomOf(to))),
        )
        .map(({ from, to }) => `${from} → ${to}`);
      assert.deepEqual(wrong, []);
    });
  }

  test('no door reaches a tool through what a use case is handed', () => {
    const doors = files.filter((file) => ['http/', 'queue/', 'mcp/', 'cli/'].includes(roomOf(file)));
    assert.deepEqual(
      doors.filter((file) => /\bcontext\.(?:store|scanner|runner|framework)\b/.test(read(file))),
      [],
    );
  });

  test('a command line that only asks a running service loads nothing of one: it starts in a fifth of the time', () => {
    const loaded = new Set([
      'cli/inspector.ts',
      'cli/client.ts',
      'cli/commands/status.ts',
      'cli/commands/runs.ts',
      'cli/commands/version.ts',
    ]);
    for (const file of loaded)
      for (const { from, to, typeOnly, late } of resolved) if (from === file && !typeOnly && !late) loaded.add(to);
    const heavy = ['serve.ts', 'app.ts', 'http/', 'queue/', 'usecases/', 'store/', 'scanner/', 'runner/'];
    assert.deepEqual(
      [...loaded].filter((file) => heavy.includes(roomOf(file))),
      [],
    );
  });

  test('no import goes in a circle', () => {
    const edges = new Map<string, string[]>();
    for (const { from, to, typeOnly } of resolved) if (!typeOnly) edges.set(from, [...(edges.get(from) ?? []), to]);
    const state = new Map<string, 'open' | 'done'>();
    const circles: string[] = [];
    const visit = (file: string, path: string[]): void => {
      if (state.get(file) === 'done') return;
      if (state.get(file) === 'open') {
        circles.push([...path.slice(path.indexOf(file)), file].join(' → '));
        return;
      }
      state.set(file, 'open');
      for (const next of edges.get(file) ?? []) visit(next, [...path, file]);
      state.set(file, 'done');
    };
    for (const file of files) visit(file, []);
    assert.deepEqual(circles, []);
  });
});

describe('each tool has its room', () => {
  const users = (pattern: RegExp): string[] => [
    ...new Set(all.filter(({ to, typeOnly }) => !typeOnly && pattern.test(to)).map(({ from }) => from)),
  ];

  test('processes are started in runner/, for reading and by the window opener only', () => {
    const others = new Set(['scanner/reader-process.ts', 'cli/window.ts']);
    assert.deepEqual(
      users(/^(node:child_process|execa)$/).filter((file) => !file.startsWith('runner/') && !others.has(file)),
      [],
    );
  });
  test('fastify is used in http/ only', () => {
    assert.deepEqual(
      users(/^(fastify|@fastify\/)/).filter((file) => !file.startsWith('http/')),
      [],
    );
  });
  test('the library of the Model Context Protocol is used in mcp/ only', () => {
    assert.deepEqual(
      users(/^@modelcontextprotocol\//).filter((file) => !file.startsWith('mcp/')),
      [],
    );
  });
  test('SQL and its drivers are used in store/ only, but for the one reader of a project database', () => {
    assert.deepEqual(
      users(/^(node:sqlite|kysely|pg)$/).filter(
        (file) => !file.startsWith('store/') && file !== 'frameworks/django/database.ts',
      ),
      [],
    );
  });
  test('python/ knows Python and its library: what is known of packages is handed to it by the framework', () => {
    assert.deepEqual(
      files.filter((file) => file.startsWith('python/') && /django|decouple|dotenv|pydantic|yaml/i.test(read(file))),
      [],
    );
  });
  test('the environment is read in config.ts only', () => {
    assert.deepEqual(
      files.filter((file) => file !== 'config.ts' && !file.startsWith('web/') && /process\.env\b/.test(read(file))),
      [],
    );
  });
});

describe('sizes', () => {
  test('no file is longer than 400 lines', () => {
    assert.deepEqual(
      files.filter((file) => read(file).split('\n').length > 400),
      [],
    );
  });
  test('no folder holds more than 14 files: what is in it is seen at a glance', () => {
    const counts = Map.groupBy(files, (file) => dirname(file));
    assert.deepEqual(
      [...counts].filter(([, inside]) => inside.length > 14).map(([folder]) => folder),
      [],
    );
  });
});

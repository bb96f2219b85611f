/** A framework list for tests of the reader processes: each folder's name says how its reading behaves. Loaded in such a process. */
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { Framework, ReadingInput, StaticReading } from '../../src/frameworks/framework.ts';
import { InspectorError, messageOf, systemCodeOf } from '../../src/kit/errors.ts';

let readings = 0;
let isPrepared = false;

const busyFor = (ms: number): void => {
  const end = performance.now() + ms;
  while (performance.now() < end);
};

const outcomeOf = (attempt: () => unknown): string => {
  try {
    return systemCodeOf(attempt()) ?? 'done';
  } catch (error) {
    return systemCodeOf(error) ?? messageOf(error);
  }
};

const takeAllMemory = (): never => {
  const hoard: unknown[] = [];
  for (;;) hoard.push(new Array(1000).fill({ hoard: hoard.length }));
};

const behave = (input: ReadingInput): unknown => {
  readings += 1;
  switch (basename(input.root)) {
    case 'forever':
      for (;;);
    case 'busy':
      busyFor(700);
      return { readings, process: process.pid };
    case 'slow':
      busyFor(3000);
      return { readings, process: process.pid };
    case 'crashes':
      return process.exit(3);
    case 'killed':
      process.kill(process.pid, 'SIGKILL');
      for (;;);
    case 'trespasses':
      return {
        write: outcomeOf(() => writeFileSync(join(dirname(input.root), 'written'), 'x')),
        remove: outcomeOf(() => rmSync(join(dirname(input.root), 'kept'))),
        start: outcomeOf(() => spawnSync('/bin/true').error),
        environment: Object.keys(process.env).toSorted(),
        home: homedir(),
      };
    case 'scratch':
      writeFileSync(join(tmpdir(), 'copy'), 'x');
      return { scratch: tmpdir(), process: process.pid };
    case 'throws':
      throw new InspectorError('not_found', 'The folder is gone.');
    case 'floods':
      return takeAllMemory();
    case 'floods-as-second':
      return readings > 1 ? takeAllMemory() : { readings };
    case 'models-first': {
      // At work for as long as nobody has seen the models: until then nothing but them can have been sent.
      const end = performance.now() + 10_000;
      const seen = join(dirname(input.root), 'seen');
      while (!existsSync(seen) && performance.now() < end);
      return { seen: existsSync(seen) };
    }
    case 'steps':
      for (let done = 1; done <= 5; done += 1) {
        busyFor(60);
        input.onProgress?.(done, 5);
      }
      return { readings };
    default:
      return { readings, process: process.pid, isPrepared };
  }
};

const manyModels = (): StaticReading['schema']['models'] =>
  Array.from({ length: 3000 }, (_, id) => ({
    id: `shop.Model${id}`,
    fields: Array.from({ length: id % 200 }, (_, n) => ({ name: `f${n}` })),
  })) as unknown as StaticReading['schema']['models'];

/** A reading in which `told` stands as the name of a log file. */
const readingOf = (told: unknown, models: StaticReading['schema']['models']): StaticReading => {
  const provenance = { source: 'unknown', read_at: '', note: null } as const;
  const project = { django_version: null, databases: [] } as unknown as StaticReading['project'];
  return {
    project,
    schema: { provenance, project, apps: [], models, differences: [], problems: [] } as StaticReading['schema'],
    migrations: { applied: provenance, database: null, tables: null, apps: [], problems: [] },
    record: null,
    recorded: null,
    nextPending: null,
    appsProblem: null,
    modelsProblem: null,
    cutApps: [],
    fixtureNeeds: JSON.stringify(models.map(({ id }) => id)),
    secrets: [],
    shownNames: [],
    logFiles: [JSON.stringify(told)],
    areDatabasesTold: true,
    pathFolders: [],
    checkedFolders: [],
    dataFiles: [],
  };
};

export const frameworks = [
  {
    name: 'odd',
    marker: 'manage.py',
    prepare: async () => {
      isPrepared = true;
    },
    look: async (input: ReadingInput) => behave(input),
    read: async (input: ReadingInput) => {
      const models = /large|models-first/.test(input.root) ? manyModels() : [];
      // Megabytes, of which the channel takes a part at once.
      const first = { ...readingOf(null, models), fixtureNeeds: JSON.stringify(models) };
      if (input.root.endsWith('models-first')) await input.onModels?.(first);
      return readingOf(behave(input), models);
    },
    readFixtures: async (input: ReadingInput, fixtureNeeds: string | null) => ({
      files: [],
      problems: [],
      fixtureNeeds,
      input: input.root,
    }),
    readLogs: async (_input: ReadingInput, logFiles: readonly string[]) => ({
      lines: logFiles.map((text) => ({ message: text, detail: text })),
      position: {},
    }),
  },
] as unknown as readonly Framework[];

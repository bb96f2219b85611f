/**
 * `npm run programs -- [--count 500] [--seed 1] [--python FILE] [--keep FOLDER]`: random programs, as settings and models are written, run by
 * Python and read by the evaluator. What it says it knows must be what Python comes to; what it does not know is counted.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  closedWorld,
  createEngine,
  createModule,
  isSequence,
  readModule,
  runModule,
  type Value,
} from '../src/python/index.ts';
import { randomProgram } from './programs/program.ts';

const { values: options } = parseArgs({
  options: {
    count: { type: 'string', default: '500' },
    seed: { type: 'string', default: '1' },
    size: { type: 'string', default: '12' },
    python: { type: 'string', default: 'python3' },
    keep: { type: 'string' },
  },
});

const runner = `
import importlib.util, json, sys
def plain(value):
    if isinstance(value, (list, tuple)): return [plain(item) for item in value]
    if isinstance(value, dict): return {"<dict>": [[plain(key), plain(item)] for key, item in value.items()]}
    if isinstance(value, (set, frozenset)): return {"<set>": sorted(map(plain, value), key=repr)}
    if isinstance(value, bool) or value is None or isinstance(value, (int, str)): return value
    return "<" + type(value).__name__ + ">"
for path in sys.stdin.read().split():
    space = {"__name__": "program", "__file__": path}
    try:
        exec(compile(open(path).read(), path, "exec"), space)
        print(json.dumps([path, plain(space["R"]), None]))
    except BaseException as error:
        print(json.dumps([path, None, type(error).__name__ + ": " + str(error)]))
`;

const UNKNOWN = Symbol('unknown');
type Plain = string | number | boolean | null | typeof UNKNOWN | Plain[] | { [key: string]: Plain };

const plain = (value: Value | undefined): Plain => {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value;
  if (value === undefined || typeof value !== 'object') return UNKNOWN;
  if (isSequence(value)) {
    const items = value.items.map(plain);
    return value.type === 'set' ? { '<set>': items } : items;
  }
  if (value.type === 'dict')
    return value.partial
      ? UNKNOWN
      : { '<dict>': [...value.entries].map(([key, item]) => [plain(key as Value), plain(item)]) };
  return UNKNOWN;
};

const isKnown = (value: Plain): boolean =>
  value !== UNKNOWN && (typeof value !== 'object' || value === null || Object.values(value).every(isKnown));

const folder = options.keep ?? mkdtempSync(join(tmpdir(), 'programs-'));
mkdirSync(folder, { recursive: true });
const [count, first] = [Number(options.count), Number(options.seed)];
const programs = new Map<string, string>();
for (let seed = first; seed < first + count; seed += 1) {
  const text = randomProgram(seed, Number(options.size));
  const path = join(folder, `p${seed}.py`);
  writeFileSync(path, text);
  programs.set(path, text);
}
const output = execFileSync(options.python, ['-B', '-W', 'ignore', '-c', runner], {
  input: [...programs.keys()].join('\n'),
  encoding: 'utf8',
  maxBuffer: 1 << 30,
});

type Read = { items: Plain[] | null; unsure: number[]; notes: string[] };

/** `unsure`: lines of code whose sides were read one after the other, because nobody can tell what they would change. */
const read = (text: string, path: string): Read => {
  const module = createModule('program', path);
  const notes: string[] = [];
  const unsure: number[] = [];
  const engine = createEngine({
    ...closedWorld,
    importModule: (name) => (name === 'nowhere_to_be_found' ? 'missing' : 'closed'),
    note: ({ line, message }) => {
      notes.push(`${line}: ${message}`);
      if (!message.includes('left open')) unsure.push(line);
    },
  });
  runModule(engine, module, readModule(text));
  const items = plain(module.names.get('R'));
  return { items: Array.isArray(items) ? items : null, unsure, notes };
};

/** The program up to the first statement of which it was said that more was read than Python would run. */
const readSure = (text: string, path: string): Read => {
  const whole = read(text, path);
  const first = Math.min(...whole.unsure);
  if (!Number.isFinite(first)) return whole;
  const lines = text.split('\n');
  const begins = lines.slice(0, first).findLastIndex((line) => /^(?:try|R\.|def|class|@)/.test(line));
  return begins <= 0 ? { ...whole, items: null } : readSure(lines.slice(0, begins).join('\n'), path);
};

/** Where the reading and Python part, and whether all of it is known. After the first item that is not known, places may differ. */
const part = (
  items: readonly Plain[],
  theirs: readonly Plain[],
): { at: number | null; known: number; isWhole: boolean } => {
  const open = items.findIndex((item) => !isKnown(item));
  const known = open < 0 ? items.length : open;
  const at = items.slice(0, known).findIndex((item, index) => JSON.stringify(item) !== JSON.stringify(theirs[index]));
  return { at: at < 0 ? null : at, known, isWhole: open < 0 };
};

const score = { programs: 0, refused: 0, items: 0, known: 0, whole: 0, wrong: 0 };
for (const line of output.split('\n').filter((each) => each !== '')) {
  const [path, theirs, refusal] = JSON.parse(line) as [string, Plain[] | null, string | null];
  if (theirs === null) {
    score.refused += 1;
    console.log(`refused ${path}: ${refusal}`);
    continue;
  }
  const text = programs.get(path) ?? '';
  const { items, notes, unsure } = readSure(text, path);
  const { at, known, isWhole } = part(items ?? [], theirs);
  const isCut = read(text, path).unsure.length > 0 || unsure.length > 0;
  const isShort = isWhole && !isCut && items !== null && at === null && items.length !== theirs.length;
  score.programs += 1;
  score.items += theirs.length;
  score.known += at ?? known;
  score.whole += Number(isWhole && !isCut);
  if (at === null && !isShort) {
    rmSync(path);
    continue;
  }
  score.wrong += 1;
  const place = at ?? items?.length ?? 0;
  console.log(
    `wrong ${path} at ${place}: read ${JSON.stringify(items?.[place])}, Python ${JSON.stringify(theirs[place])} ${notes.slice(0, 2).join(' | ')}`,
  );
}
if (options.keep === undefined) rmSync(folder, { recursive: true });
console.log(JSON.stringify(score));
process.exitCode = score.wrong === 0 ? 0 : 1;

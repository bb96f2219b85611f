/** Programs run by Python and read by the evaluator: what it says it knows must be what Python comes to. */
import { execFileSync } from 'node:child_process';
import { followSubclass } from '../../src/frameworks/django/world/model-class/subclass-hooks.ts';
import {
  closedWorld,
  createEngine,
  createModule,
  hasNoOrder,
  isSequence,
  readModule,
  runModule,
  type Value,
} from '../../src/python/index.ts';
import { globals } from './place.ts';

const runner = `
import json, resource, signal, sys
# A random program may grow without end.
resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
# Or run: one that is made short may lack the statement that ends its loop.
class TooLong(BaseException): pass
def end(*_): raise TooLong
signal.signal(signal.SIGVTALRM, end)
def plain(value):
    if isinstance(value, (list, tuple)): return [plain(item) for item in value]
    if isinstance(value, dict): return {"<dict>": [[plain(key), plain(item)] for key, item in value.items()]}
    if isinstance(value, (set, frozenset)): return {"<set>": sorted(map(plain, value), key=lambda item: json.dumps(item, ensure_ascii=False, separators=(',', ':')))}
    if isinstance(value, bool) or value is None or isinstance(value, (int, str)): return value
    return "<" + type(value).__name__ + ">"
names = sys.argv[1:]
for line in sys.stdin:
    space = {"__name__": "program", "__file__": "/program.py"}
    signal.setitimer(signal.ITIMER_VIRTUAL, 2, 2)
    try:
        exec(compile(json.loads(line), "program", "exec"), space)
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        print(json.dumps([plain(space["R"]), {name: plain(value) for name, value in space.items() if name in names}, None]))
    except BaseException as error:
        print(json.dumps([None, None, type(error).__name__ + ": " + str(error)]))
`;

const namesHeld = Object.values(globals).flat();

const UNKNOWN = Symbol('unknown');
type Plain = string | number | boolean | null | typeof UNKNOWN | Plain[] | { [key: string]: Plain };

const sortedBy = (item: Plain): string => JSON.stringify(item) ?? '';

const plain = (value: Value | undefined): Plain => {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value;
  if (value === undefined || typeof value !== 'object') return UNKNOWN;
  // Python has its items in another order each time it starts.
  if (value.type !== 'set' && hasNoOrder(value)) return UNKNOWN;
  if (isSequence(value)) {
    const items = value.items.map(plain);
    return value.type === 'set'
      ? { '<set>': items.toSorted((one, two) => (sortedBy(one) < sortedBy(two) ? -1 : 1)) }
      : items;
  }
  if (value.type !== 'dict' || value.partial) return UNKNOWN;
  return { '<dict>': [...value.entries].map(([key, item]) => [plain(key as Value), plain(item)]) };
};

const isKnown = (value: Plain): boolean =>
  value !== UNKNOWN && (typeof value !== 'object' || value === null || Object.values(value).every(isKnown));

/**
 * `names`: what the names of a program are in the end. `unsure`: lines of code whose sides were read one after the other, because nobody can
 * tell what they would change.
 */
type Read = { items: Plain[] | null; names: Record<string, Plain>; unsure: number[] };

const read = (text: string, asSettings: boolean): Read => {
  const module = createModule('program', '/program.py');
  const unsure: number[] = [];
  const engine = createEngine({
    ...closedWorld,
    readsSettings: () => asSettings,
    onClass: (value) => {
      followSubclass(value);
      return value;
    },
    importModule: (name) => (name === 'nowhere_to_be_found' ? 'missing' : 'closed'),
    note: ({ line, message }) => {
      if (asSettings || !message.includes('left open')) unsure.push(line);
    },
  });
  runModule(engine, module, readModule(text));
  const items = plain(module.names.get('R'));
  const names: Record<string, Plain> = {};
  for (const name of namesHeld) names[name] = plain(module.names.get(name));
  return { items: Array.isArray(items) ? items : null, names, unsure };
};

/** The program up to the first statement of which it was said that more was read than Python would run. */
const readSure = (text: string, asSettings: boolean): Read & { isCut: boolean } => {
  const whole = read(text, asSettings);
  const first = Math.min(...whole.unsure);
  if (!Number.isFinite(first)) return { ...whole, isCut: false };
  const lines = text.split('\n');
  const begins = lines.slice(0, first).findLastIndex((line) => /^(?:try|R\.|def|class|@)/.test(line));
  if (begins <= 0) return { items: null, names: {}, unsure: [], isCut: true };
  return { ...readSure(lines.slice(0, begins).join('\n'), asSettings), isCut: true };
};

export type Held = {
  text: string;
  /** Why Python does not run it; null when it does. */
  refusal: string | null;
  /** How many items Python comes to, and how many of them the reading tells before the first that it does not know. */
  items: number;
  known: number;
  isWhole: boolean;
  /** In words, where the reading and Python part; null where they do not. */
  difference: string | null;
};

type Ran = { items: readonly Plain[]; names: Record<string, Plain> };

const differenceOfNames = (ours: Record<string, Plain>, theirs: Record<string, Plain>): string | null => {
  const name = namesHeld.find(
    (each) => isKnown(ours[each] ?? UNKNOWN) && JSON.stringify(ours[each]) !== JSON.stringify(theirs[each]),
  );
  return name === undefined
    ? null
    : `in ${name}: read ${JSON.stringify(ours[name])}, Python has ${JSON.stringify(theirs[name])}`;
};

const hold = (text: string, { items: theirs, names }: Ran, asSettings: boolean): Held => {
  const { items, names: ourNames, isCut } = readSure(text, asSettings);
  const ours = items ?? [];
  // After the first that is not known, places may differ.
  const open = ours.findIndex((item) => !isKnown(item));
  const known = open < 0 ? ours.length : open;
  const at = ours.slice(0, known).findIndex((item, index) => JSON.stringify(item) !== JSON.stringify(theirs[index]));
  const isWhole = open < 0 && !isCut && items !== null;
  const place = at >= 0 ? at : isWhole && ours.length !== theirs.length ? ours.length : null;
  const shown = (list: readonly Plain[], index: number): string => JSON.stringify(list[index]) ?? 'nothing';
  const difference =
    place === null
      ? isCut
        ? null
        : differenceOfNames(ourNames, names)
      : `at ${place}: read ${shown(ours, place)}, Python has ${shown(theirs, place)}`;
  return { text, refusal: null, items: theirs.length, known: at >= 0 ? at : known, isWhole, difference };
};

/** What `python …` prints with these arguments, given this input. */
export type AskPython = (args: readonly string[], how: { input: string }) => string;

/** Starts it for each question. */
export const starting =
  (python: string): AskPython =>
  (args, { input }) =>
    execFileSync(python, ['-B', '-W', 'ignore', ...args], { input, encoding: 'utf8', maxBuffer: 1 << 30 });

export const holdPrograms = (ask: AskPython, texts: readonly string[], asSettings: boolean): Held[] => {
  const input = texts.map((text) => JSON.stringify(text)).join('\n');
  const output = ask(['-c', runner, ...namesHeld], { input });
  const answers = output.split('\n').filter((line) => line !== '');
  return texts.map((text, at) => {
    const [items, names, refusal] = JSON.parse(answers[at] ?? 'null') as [Plain[] | null, Ran['names'], string | null];
    if (items !== null) return hold(text, { items, names }, asSettings);
    return { text, refusal, items: 0, known: 0, isWhole: false, difference: null };
  });
};

/** The graph of all migrations, as Django's loader builds it: dependencies, squashed migrations in or out of use, leaves, order. */
import type { Problem } from '../../../contract/index.ts';
import type { MigrationFile, MigrationRef } from './files/migration-file.ts';

/** `app.name`. */
export type MigrationKey = string;

export const keyOf = ([app, name]: MigrationRef): MigrationKey => `${app}.${name}`;

/** Lists rather than sets: a migration mostly has one neighbour on each side, and a project may have 20,000 migrations. */
type Node = {
  readonly key: MigrationKey;
  readonly file: MigrationFile;
  /** May name one twice, and some that are no longer in use. */
  parents: Node[];
  children: Node[];
  isInUse: boolean;
  visit: 'none' | 'open' | 'done';
};

// A list that begins empty and grows makes room for 17 at once.
const noNodes: Node[] = [];

const withNode = (nodes: Node[], node: Node): Node[] => {
  if (nodes === noNodes) return [node];
  nodes.push(node);
  return nodes;
};

const inUse = (nodes: readonly Node[]): readonly Node[] =>
  nodes.length === 1 && nodes[0]?.isInUse ? nodes : [...new Set(nodes)].filter(({ isInUse }) => isInUse);

/** What a migration builds on, once each. */
export const parentsOf = (node: Node): readonly Node[] => inUse(node.parents);

export type MigrationGraph = {
  /** In use: without what a squashed migration replaces, or without the squashed one that cannot be used. */
  nodes: ReadonlyMap<MigrationKey, Node>;
  /** Keys of files that stand aside. */
  aside: ReadonlySet<MigrationKey>;
  /** Everything that some squashed migration in use replaces, on disk or not. */
  replaced: ReadonlyMap<MigrationKey, MigrationKey>;
  /** Of each squashed migration what it replaces in the end: where that is squashed as well, what that one replaces. */
  targets: ReadonlyMap<MigrationKey, ReadonlySet<MigrationKey>>;
  /** Every migration after those it depends on. */
  order: readonly MigrationKey[];
  /** Labels of apps of which a migration that another builds on has no file: no command of Django goes on from there. */
  lacking: ReadonlySet<string>;
  problems: Problem[];
};

type Building = {
  nodes: Map<MigrationKey, Node>;
  migratedApps: ReadonlySet<string>;
  installedApps: ReadonlySet<string>;
  unreadApps: ReadonlySet<string>;
  hasOtherApps: boolean;
  problems: Problem[];
  /** Dependencies on files that do not exist: child → parent. Told only when no squashed migration stands in for them. */
  missing: { child: MigrationKey; parent: MigrationKey }[];
};

const note = (building: Building, code: string, message: string, file: MigrationFile): void => {
  building.problems.push({ code, severity: 'error', message, file: file.source.file, line: file.source.line });
};

const isOutermost = (node: Node, side: 'parents' | 'children'): boolean =>
  !node[side].some((other) => other.isInUse && other.file.app === node.file.app);

const keysOfApp = (building: Building, app: string, side: 'parents' | 'children'): MigrationKey[] =>
  [...building.nodes.values()]
    .filter((node) => node.file.app === app && isOutermost(node, side))
    .map(({ key }) => key)
    .sort();

const isUnread = ({ unreadApps, hasOtherApps, installedApps }: Building, app: string): boolean =>
  unreadApps.has(app) || (hasOtherApps && !installedApps.has(app));

/** `__first__` and `__latest__` → the migration they stand for. */
const resolve = (building: Building, [app, name]: MigrationRef, from: MigrationFile): MigrationKey | undefined => {
  if ((name !== '__first__' && name !== '__latest__') || building.nodes.has(keyOf([app, name])))
    return keyOf([app, name]);
  if (app === from.app) return undefined;
  if (building.migratedApps.has(app)) return keysOfApp(building, app, name === '__first__' ? 'parents' : 'children')[0];
  if (!building.installedApps.has(app) && !isUnread(building, app)) {
    note(
      building,
      'migration_dependency_missing',
      `Migration ${from.app}.${from.name} depends on the app ${app}, which is not installed.`,
      from,
    );
  }
  return undefined;
};

const connect = (building: Building, child: MigrationKey, parent: MigrationKey): void => {
  const [childNode, parentNode] = [building.nodes.get(child), building.nodes.get(parent)];
  if (!childNode || !parentNode) {
    building.missing.push({ child, parent });
    return;
  }
  childNode.parents = withNode(childNode.parents, parentNode);
  parentNode.children = withNode(parentNode.children, childNode);
};

const connectAll = (building: Building): void => {
  // Those inside an app first: `__first__` of another app means the root that they leave.
  for (const { key, file } of building.nodes.values()) {
    for (const parent of file.dependencies) {
      if (parent[0] === file.app && parent[1] !== '__first__') connect(building, key, keyOf(parent));
    }
  }
  const roots = new Map<string, MigrationKey | undefined>();
  const cached = (reference: MigrationRef, file: MigrationFile): MigrationKey | undefined => {
    if (!reference[1].startsWith('__') || reference[0] === file.app) return resolve(building, reference, file);
    const key = keyOf(reference);
    if (!roots.has(key)) roots.set(key, resolve(building, reference, file));
    return roots.get(key);
  };
  for (const { key: own, file } of building.nodes.values()) {
    for (const reference of file.dependencies) {
      const parent = reference[0] === file.app ? undefined : cached(reference, file);
      if (parent !== undefined) connect(building, own, parent);
    }
    for (const reference of file.runBefore) {
      const child = cached(reference, file);
      if (child !== undefined) connect(building, child, own);
    }
  }
};

const unlink = (building: Building, key: MigrationKey): Node | undefined => {
  const node = building.nodes.get(key);
  if (!node) return undefined;
  building.nodes.delete(key);
  node.isInUse = false;
  return node;
};

/** The squashed migration takes the place of what it replaces. */
const takeOver = (building: Building, key: MigrationKey, replaces: ReadonlySet<MigrationKey>): void => {
  for (const target of replaces) {
    const node = target === key ? undefined : unlink(building, target);
    if (!node) continue;
    const isOutside = (other: Node): boolean => !replaces.has(other.key) && other.key !== key;
    for (const child of inUse(node.children)) if (isOutside(child)) connect(building, child.key, key);
    for (const parent of inUse(node.parents)) if (isOutside(parent)) connect(building, key, parent.key);
  }
  // Of those known now: a squashed migration that names itself would add to the list for ever.
  for (const entry of [...building.missing]) {
    if (replaces.has(entry.parent) && !replaces.has(entry.child) && entry.child !== key) {
      connect(building, entry.child, key);
      entry.parent = key;
    }
  }
};

/** Some of what it replaces is applied and some is not: the squashed migration cannot be used. */
const dropReplacement = (building: Building, key: MigrationKey, replaces: ReadonlySet<MigrationKey>): void => {
  const node = unlink(building, key);
  if (!node) return;
  const present = [...replaces].flatMap((target) => building.nodes.get(target) ?? []);
  const inner = new Set(present.flatMap(parentsOf));
  const last = present.filter((target) => !inner.has(target));
  for (const child of inUse(node.children)) for (const target of last) connect(building, child.key, target.key);
};

const noteCycle = (building: Building, node: Node, parent: Node): void =>
  note(
    building,
    'migration_cycle',
    `The migrations ${parent.key} and ${node.key} depend on each other in a circle.`,
    node.file,
  );

const byKey = (left: Node, right: Node): number => (left.key < right.key ? -1 : 1);

/**
 * As Django goes: from each last migration of an app back to what it builds on, of several parents the last by name first.
 * What a migration builds on is put above it on the stack; when it is on top again, all of that is done.
 */
const orderOf = (building: Building): MigrationKey[] => {
  const order: MigrationKey[] = [];
  const sorted = [...building.nodes.values()].sort(byKey);
  // All of them once more: those in a circle lead to no last one.
  for (const start of [...sorted.filter((node) => isOutermost(node, 'children')), ...sorted]) {
    const stack = [start];
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      if (top.visit !== 'none') {
        stack.pop();
        if (top.visit === 'open') order.push(top.key);
        top.visit = 'done';
        continue;
      }
      top.visit = 'open';
      for (const parent of [...parentsOf(top)].sort(byKey)) {
        if (parent.visit === 'open') noteCycle(building, top, parent);
        else if (parent.visit === 'none') stack.push(parent);
      }
    }
  }
  return order;
};

export type GraphInput = {
  files: readonly MigrationFile[];
  /** Labels of apps that have a migrations package, and of all installed apps. */
  migratedApps: ReadonlySet<string>;
  installedApps: ReadonlySet<string>;
  /** Labels of installed apps that are not at hand, as in a clone without its packages: which migrations they have is not known. */
  unreadApps?: ReadonlySet<string>;
  /** There may be installed apps besides these; so it is where one is not at hand, as not even its label is certain. */
  hasOtherApps?: boolean;
  /** Django 6.0 and later: no command runs where a squashed migration replaces itself, or two each other. */
  refusesLoops?: boolean;
  /** What the database has recorded; decides whether a squashed migration can be used. makemigrations looks with none. */
  applied: ReadonlySet<MigrationKey>;
};

type Squashed = { file: MigrationFile; key: MigrationKey; targets: ReadonlySet<MigrationKey> };
type Replacing = Pick<MigrationGraph, 'replaced' | 'targets'> & { aside: Set<MigrationKey> };

// Deeper than anyone squashes what is squashed.
const MAX_SQUASHES = 100;

/** Those that are squashed themselves before those that replace them, which Django 6.0 allows. */
const squashedFirst = (building: Building, { files, refusesLoops }: GraphInput): Squashed[] => {
  const squashed = new Map(
    files
      .filter(({ replaces }) => replaces.length > 0)
      .map((file) => [keyOf([file.app, file.name]), { file, targets: new Set(file.replaces.map(keyOf)) }]),
  );
  const done = new Map<MigrationKey, Squashed | null>();
  const visit = (key: MigrationKey, depth = 0): void => {
    const found = squashed.get(key);
    if (!found || depth > MAX_SQUASHES || done.has(key)) {
      if (found && done.get(key) === null && refusesLoops) noteLoop(building, key, found.file);
      return;
    }
    done.set(key, null);
    for (const target of found.targets) visit(target, depth + 1);
    // Set anew, so that it comes after what it replaces.
    done.delete(key);
    done.set(key, { ...found, key });
  };
  for (const key of squashed.keys()) visit(key);
  return [...done.values()].filter((each) => each !== null);
};

const noteLoop = (building: Building, key: MigrationKey, file: MigrationFile): void =>
  note(building, 'migration_cycle', `The squashed migration ${key} replaces itself, which Django 6.0 refuses.`, file);

/** Squashed migrations in the place of what they replace, or out of use. */
const settleReplacements = (building: Building, input: GraphInput): Replacing => {
  const aside = new Set<MigrationKey>();
  const replaced = new Map<MigrationKey, MigrationKey>();
  const targets = new Map<MigrationKey, ReadonlySet<MigrationKey>>();
  for (const { key, targets: direct } of squashedFirst(building, input)) {
    const last = new Set([...direct].flatMap((target) => [...((target !== key && targets.get(target)) || [target])]));
    targets.set(key, last);
    const count = [...last].filter((target) => input.applied.has(target)).length;
    if (count === 0 || count === last.size) {
      for (const target of direct) {
        replaced.set(target, key);
        if (building.nodes.has(target)) aside.add(target);
      }
      takeOver(building, key, direct);
    } else {
      dropReplacement(building, key, direct);
      aside.add(key);
    }
  }
  return { aside, replaced, targets };
};

// Of a project without one of its apps hundreds may build on the same migration.
const namedMissing = 3;

/** One sentence for all that name the same one: they have one cause. */
const sayMissing = (gone: MigrationKey, files: readonly MigrationFile[], isBefore: boolean): string => {
  const names = files.slice(0, namedMissing).map(({ app, name }) => `${app}.${name}`);
  const more = files.length - names.length;
  const last = more > 0 ? `${more} more` : names.pop();
  const [what, how] =
    files.length === 1
      ? [`Migration ${last}`, isBefore ? 'is to run before' : 'depends on']
      : [`Migrations ${names.join(', ')} and ${last}`, isBefore ? 'are to run before' : 'depend on'];
  return `${what} ${how} ${gone}, which does not exist.`;
};

/** Labels of the apps whose migrations are missing. */
const noteMissing = (building: Building, aside: ReadonlySet<MigrationKey>): Set<string> => {
  const { nodes } = building;
  const found = building.missing.flatMap(({ child, parent }) => {
    const file = nodes.get(child)?.file ?? nodes.get(parent)?.file;
    if (!file || (nodes.has(parent) && nodes.has(child)) || aside.has(parent)) return [];
    const isBefore = nodes.has(parent);
    const gone = isBefore ? child : parent;
    const app = gone.slice(0, gone.indexOf('.'));
    return isUnread(building, app) ? [] : { gone, app, isBefore, file };
  });
  for (const same of Map.groupBy(found, ({ gone, isBefore }) => `${isBefore} ${gone}`).values()) {
    const [{ gone, isBefore, file }] = same as [(typeof same)[number]];
    const files = [...new Set(same.map((each) => each.file))];
    note(building, 'migration_dependency_missing', sayMissing(gone, files, isBefore), file);
  }
  return new Set(found.map(({ app }) => app));
};

const nodeOf = (file: MigrationFile): Node => ({
  key: keyOf([file.app, file.name]),
  file,
  parents: noNodes,
  children: noNodes,
  isInUse: true,
  visit: 'none',
});

export const buildGraph = (input: GraphInput): MigrationGraph => {
  const { files, migratedApps, installedApps, unreadApps = new Set(), hasOtherApps = unreadApps.size > 0 } = input;
  const nodes = new Map(files.map(nodeOf).map((node) => [node.key, node]));
  const building: Building = {
    nodes,
    migratedApps,
    installedApps,
    unreadApps,
    hasOtherApps,
    problems: [],
    missing: [],
  };
  connectAll(building);
  const { aside, replaced, targets } = settleReplacements(building, input);
  const lacking = noteMissing(building, aside);
  return { nodes, aside, replaced, targets, order: orderOf(building), lacking, problems: building.problems };
};

/** By app, the migrations that no other of the app builds on; more than one is a conflict. */
export const findLeaves = (graph: MigrationGraph): Map<string, MigrationKey[]> => {
  const leaves = new Map<string, MigrationKey[]>();
  for (const node of graph.nodes.values()) {
    if (!isOutermost(node, 'children')) continue;
    const { app } = node.file;
    leaves.set(app, [...(leaves.get(app) ?? []), node.key].sort());
  }
  return leaves;
};

/** The graph of all migrations, as Django's loader builds it: dependencies, squashed migrations in or out of use, leaves, order. */
import type { Problem } from '../../../contract/index.ts';
import type { MigrationFile, MigrationRef } from './migration-file.ts';

/** `app.name`. */
export type MigrationKey = string;

export const keyOf = ([app, name]: MigrationRef): MigrationKey => `${app}.${name}`;
const appOf = (key: MigrationKey): string => key.slice(0, key.indexOf('.'));

type Node = { file: MigrationFile; parents: Set<MigrationKey>; children: Set<MigrationKey> };

export type MigrationGraph = {
  /** In use: without what a squashed migration replaces, or without the squashed one that cannot be used. */
  nodes: ReadonlyMap<MigrationKey, Node>;
  /** Keys of files that stand aside. */
  aside: ReadonlySet<MigrationKey>;
  /** Everything that some squashed migration in use replaces, on disk or not. */
  replaced: ReadonlyMap<MigrationKey, MigrationKey>;
  /** Every migration after those it depends on. */
  order: readonly MigrationKey[];
  problems: Problem[];
};

type Building = {
  nodes: Map<MigrationKey, Node>;
  migratedApps: ReadonlySet<string>;
  installedApps: ReadonlySet<string>;
  problems: Problem[];
  /** Dependencies on files that do not exist: child → parent. Told only when no squashed migration stands in for them. */
  missing: { child: MigrationKey; parent: MigrationKey }[];
};

const note = (building: Building, code: string, message: string, file: MigrationFile): void => {
  building.problems.push({ code, severity: 'error', message, file: file.source.file, line: file.source.line });
};

const keysOfApp = (building: Building, app: string, side: 'parents' | 'children'): MigrationKey[] =>
  [...building.nodes]
    .filter(([key, node]) => appOf(key) === app && ![...node[side]].some((other) => appOf(other) === app))
    .map(([key]) => key)
    .sort();

/** `__first__` and `__latest__` → the migration they stand for. */
const resolve = (building: Building, [app, name]: MigrationRef, from: MigrationFile): MigrationKey | undefined => {
  if ((name !== '__first__' && name !== '__latest__') || building.nodes.has(keyOf([app, name])))
    return keyOf([app, name]);
  if (app === from.app) return undefined;
  if (building.migratedApps.has(app)) return keysOfApp(building, app, name === '__first__' ? 'parents' : 'children')[0];
  if (!building.installedApps.has(app)) {
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
  childNode.parents.add(parent);
  parentNode.children.add(child);
};

const connectAll = (building: Building): void => {
  const files = [...building.nodes.values()].map(({ file }) => file);
  // Those inside an app first: `__first__` of another app means the root that they leave.
  for (const file of files) {
    for (const parent of file.dependencies) {
      if (parent[0] === file.app && parent[1] !== '__first__')
        connect(building, keyOf([file.app, file.name]), keyOf(parent));
    }
  }
  const roots = new Map<string, MigrationKey | undefined>();
  const cached = (reference: MigrationRef, file: MigrationFile): MigrationKey | undefined => {
    if (!reference[1].startsWith('__') || reference[0] === file.app) return resolve(building, reference, file);
    const key = keyOf(reference);
    if (!roots.has(key)) roots.set(key, resolve(building, reference, file));
    return roots.get(key);
  };
  for (const file of files) {
    const own = keyOf([file.app, file.name]);
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
  for (const child of node.children) building.nodes.get(child)?.parents.delete(key);
  for (const parent of node.parents) building.nodes.get(parent)?.children.delete(key);
  return node;
};

/** The squashed migration takes the place of what it replaces. */
const takeOver = (building: Building, key: MigrationKey, replaces: ReadonlySet<MigrationKey>): void => {
  for (const target of replaces) {
    const node = target === key ? undefined : unlink(building, target);
    if (!node) continue;
    for (const child of node.children) if (!replaces.has(child) && child !== key) connect(building, child, key);
    for (const parent of node.parents) if (!replaces.has(parent) && parent !== key) connect(building, key, parent);
  }
  for (const entry of building.missing) {
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
  const present = [...replaces].filter((target) => building.nodes.has(target));
  const inner = new Set(present.flatMap((target) => [...(building.nodes.get(target)?.parents ?? [])]));
  const last = present.filter((target) => !inner.has(target));
  for (const child of node.children) for (const target of last) connect(building, child, target);
};

const orderOf = (building: Building): MigrationKey[] => {
  const order: MigrationKey[] = [];
  const state = new Map<MigrationKey, 'open' | 'done'>();
  for (const start of [...building.nodes.keys()].sort()) {
    const stack: { key: MigrationKey; entered: boolean }[] = [{ key: start, entered: false }];
    for (let top = stack.pop(); top; top = stack.pop()) {
      if (top.entered) {
        state.set(top.key, 'done');
        order.push(top.key);
        continue;
      }
      if (state.has(top.key)) continue;
      state.set(top.key, 'open');
      stack.push({ key: top.key, entered: true });
      for (const parent of [...(building.nodes.get(top.key)?.parents ?? [])].sort().reverse()) {
        if (state.get(parent) === 'open') {
          const file = building.nodes.get(top.key)?.file;
          if (file)
            note(
              building,
              'migration_cycle',
              `The migrations ${parent} and ${top.key} depend on each other in a circle.`,
              file,
            );
        } else if (!state.has(parent)) stack.push({ key: parent, entered: false });
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
  /** What the database has recorded; decides whether a squashed migration can be used. makemigrations looks with none. */
  applied: ReadonlySet<MigrationKey>;
};

export const buildGraph = ({ files, migratedApps, installedApps, applied }: GraphInput): MigrationGraph => {
  const nodes = new Map(
    files.map((file): [MigrationKey, Node] => [
      keyOf([file.app, file.name]),
      { file, parents: new Set(), children: new Set() },
    ]),
  );
  const building: Building = { nodes, migratedApps, installedApps, problems: [], missing: [] };
  connectAll(building);
  const aside = new Set<MigrationKey>();
  const replaced = new Map<MigrationKey, MigrationKey>();
  for (const file of files.filter(({ replaces }) => replaces.length > 0)) {
    const key = keyOf([file.app, file.name]);
    const targets = new Set(file.replaces.map(keyOf));
    const count = [...targets].filter((target) => applied.has(target)).length;
    if (count === 0 || count === targets.size) {
      for (const target of targets) {
        replaced.set(target, key);
        if (nodes.has(target)) aside.add(target);
      }
      takeOver(building, key, targets);
    } else {
      dropReplacement(building, key, targets);
      aside.add(key);
    }
  }
  for (const { child, parent } of building.missing) {
    const file = nodes.get(child)?.file ?? nodes.get(parent)?.file;
    if (!file || (nodes.has(parent) && nodes.has(child)) || aside.has(parent)) continue;
    const gone = nodes.has(parent) ? child : parent;
    note(
      building,
      'migration_dependency_missing',
      `Migration ${file.app}.${file.name} depends on ${gone}, which does not exist.`,
      file,
    );
  }
  return { nodes, aside, replaced, order: orderOf(building), problems: building.problems };
};

/** By app, the migrations that no other of the app builds on; more than one is a conflict. */
export const findLeaves = (graph: MigrationGraph): Map<string, MigrationKey[]> => {
  const leaves = new Map<string, MigrationKey[]>();
  for (const [key, node] of graph.nodes) {
    const app = appOf(key);
    let isLeaf = true;
    for (const child of node.children) isLeaf &&= appOf(child) !== app;
    if (isLeaf) leaves.set(app, [...(leaves.get(app) ?? []), key].sort());
  }
  return leaves;
};

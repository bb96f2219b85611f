/** What the browser remembers of a workspace's graph: where boxes stand and the views that were given a name. */
import type { Point } from '../../../../diagram/boxes.ts';
import { byName } from '../../../order.ts';

export type NamedView = { name: string; query: string };
type Positions = ReadonlyMap<string, Point>;

type Stored = {
  version: 1;
  /** Arrangement → box → [x, y]; the newest arrangement last. */
  arrangements: Record<string, Record<string, [number, number]>>;
  views: NamedView[];
};

type Store = Pick<Storage, 'getItem' | 'setItem'>;

/** Where storage is refused, already its name throws: it is asked for where that is caught. */
export const browserStore: Store = {
  getItem: (key) => localStorage.getItem(key),
  setItem: (key, text) => localStorage.setItem(key, text),
};

/** Arrangements of single focuses come and go; without an end they would fill the browser's 5 MB. */
const keptArrangements = 24;

const keyOf = (slug: string): string => `inspector-schema:${slug}`;
const empty = (): Stored => ({ version: 1, arrangements: {}, views: [] });

/** Whatever stands in the browser's store was perhaps written by another version or by hand: only what fits is taken. */
const read = (store: Store, slug: string): Stored => {
  try {
    const value: unknown = JSON.parse(store.getItem(keyOf(slug)) ?? 'null');
    if (typeof value !== 'object' || value === null || !('version' in value) || value.version !== 1) return empty();
    const { arrangements, views } = value as Partial<Stored>;
    return {
      version: 1,
      arrangements: typeof arrangements === 'object' && arrangements !== null ? arrangements : {},
      views: Array.isArray(views) ? views.filter(isNamedView) : [],
    };
  } catch {
    return empty();
  }
};

const isNamedView = (value: unknown): value is NamedView =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as NamedView).name === 'string' &&
  typeof (value as NamedView).query === 'string';

/** A full or forbidden store costs the memory of the graph, not the graph. */
const write = (store: Store, slug: string, value: Stored): boolean => {
  try {
    store.setItem(keyOf(slug), JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
};

export const readPositions = (store: Store, slug: string, arrangement: string): Map<string, Point> => {
  const positions = new Map<string, Point>();
  for (const [id, at] of Object.entries(read(store, slug).arrangements[arrangement] ?? {})) {
    const [x, y] = Array.isArray(at) ? at : [];
    if (Number.isFinite(x) && Number.isFinite(y)) positions.set(id, { x: Number(x), y: Number(y) });
  }
  return positions;
};

export const writePositions = (store: Store, slug: string, arrangement: string, positions: Positions): boolean => {
  const value = read(store, slug);
  const { [arrangement]: _, ...others } = value.arrangements;
  const rounded = [...positions].map(([id, at]): [string, [number, number]] => [
    id,
    [Math.round(at.x), Math.round(at.y)],
  ]);
  const names = new Set(value.views.map((view) => view.name));
  const entries = Object.entries(others);
  const disposable = entries.filter(([key]) => key.startsWith('focus:'));
  const dropped = new Set(disposable.slice(0, Math.max(0, disposable.length - keptArrangements)).map(([key]) => key));
  const kept = entries.filter(([key]) => !dropped.has(key) && !isOrphan(key, names, arrangement));
  return write(store, slug, {
    ...value,
    arrangements: { ...Object.fromEntries(kept), [arrangement]: Object.fromEntries(rounded) },
  });
};

/** The named view whose places an arrangement holds: `view:NAME/LEVEL`, and the name may hold anything. */
const viewOf = (key: string): string | null =>
  key.startsWith('view:') ? key.slice('view:'.length, key.lastIndexOf('/')) : null;

/** Of a named view that is no more. */
const isOrphan = (key: string, names: ReadonlySet<string>, current: string): boolean => {
  const view = viewOf(key);
  return view !== null && key !== current && !names.has(view);
};

export const forgetPositions = (store: Store, slug: string, arrangement: string): void => {
  const value = read(store, slug);
  const { [arrangement]: _, ...arrangements } = value.arrangements;
  write(store, slug, { ...value, arrangements });
};

export const listViews = (store: Store, slug: string): NamedView[] => read(store, slug).views;

/** Null: the browser does not keep it. */
export const saveView = (store: Store, slug: string, view: NamedView): NamedView[] | null => {
  const value = read(store, slug);
  const views = [...value.views.filter((one) => one.name !== view.name), view].sort((a, b) => byName(a.name, b.name));
  return write(store, slug, { ...value, views }) ? views : null;
};

export const removeView = (store: Store, slug: string, name: string): NamedView[] => {
  const value = read(store, slug);
  const views = value.views.filter((one) => one.name !== name);
  const arrangements = Object.fromEntries(Object.entries(value.arrangements).filter(([key]) => viewOf(key) !== name));
  write(store, slug, { ...value, views, arrangements });
  return views;
};

/** What of the graph is shown. It lives in the URL, so that a view can be kept, shared and gone back to. */

export type Level = 'names' | 'keys' | 'all';
export type ThirdParty = 'hidden' | 'linked' | 'all';
export type Look = 'graph' | 'table';
export type Viewport = { x: number; y: number; zoom: number };

export type ViewState = {
  look: Look;
  level: Level;
  /** Model in focus: only what is within `hops` of it is shown. */
  focus: string | null;
  hops: 1 | 2 | 3;
  collapsed: readonly string[];
  /** The apps were collapsed all at once, and are arranged for that until the last of them is expanded. */
  gathered: boolean;
  thirdParty: ThirdParty;
  abstract: boolean;
  /** The tables that Django makes for many-to-many fields; a model in between that someone wrote is always shown. */
  through: boolean;
  search: string;
  /** Model whose panel is open. */
  model: string | null;
  /** Field of that model that is asked for. */
  field: string | null;
  /** Named view in use. */
  view: string | null;
  at: Viewport | null;
};

export const defaultView: ViewState = {
  look: 'graph',
  level: 'keys',
  focus: null,
  hops: 1,
  collapsed: [],
  gathered: false,
  thirdParty: 'linked',
  abstract: true,
  through: false,
  search: '',
  model: null,
  field: null,
  view: null,
  at: null,
};

const oneOf = <T extends string>(value: string | null, allowed: readonly T[], fallback: T): T =>
  allowed.find((word) => word === value) ?? fallback;

/** Reads any query string, also one that was mangled by hand: what is not understood is the default. */
export const parseView = (query: string): ViewState => {
  const params = new URLSearchParams(query);
  const hops = Number(params.get('hops'));
  return {
    look: oneOf(params.get('look'), ['graph', 'table'], defaultView.look),
    level: oneOf(params.get('level'), ['names', 'keys', 'all'], defaultView.level),
    focus: params.get('focus') || null,
    hops: hops === 2 || hops === 3 ? hops : 1,
    collapsed: (params.get('collapsed') ?? '').split(',').filter((label) => label !== ''),
    gathered: params.get('gathered') === '1',
    thirdParty: oneOf(params.get('third'), ['hidden', 'linked', 'all'], defaultView.thirdParty),
    abstract: params.get('abstract') !== '0',
    through: params.get('through') === '1',
    search: params.get('q') ?? '',
    model: params.get('model') || null,
    field: params.get('field') || null,
    view: params.get('view') || null,
    at: parseViewport(params.get('at')),
  };
};

/** The shortest query that gives this state: defaults are left out. */
export const formatView = (state: ViewState): string => {
  const params = new URLSearchParams();
  const put = (key: string, value: string, usual: string) => {
    if (value !== usual) params.set(key, value);
  };
  put('look', state.look, defaultView.look);
  put('level', state.level, defaultView.level);
  put('focus', state.focus ?? '', '');
  if (state.focus !== null) put('hops', String(state.hops), '1');
  put('collapsed', state.collapsed.join(','), '');
  if (state.collapsed.length > 0) put('gathered', state.gathered ? '1' : '0', '0');
  put('third', state.thirdParty, defaultView.thirdParty);
  put('abstract', state.abstract ? '1' : '0', '1');
  put('through', state.through ? '1' : '0', '0');
  put('q', state.search, '');
  put('model', state.model ?? '', '');
  if (state.model !== null) put('field', state.field ?? '', '');
  put('view', state.view ?? '', '');
  if (state.at !== null) {
    params.set('at', `${Math.round(state.at.x)},${Math.round(state.at.y)},${Number(state.at.zoom.toFixed(3))}`);
  }
  return params.toString();
};

const parseViewport = (text: string | null): Viewport | null => {
  if (text === null) return null;
  const [x, y, zoom] = text.split(',').map(Number);
  if (x === undefined || y === undefined || zoom === undefined) return null;
  if (![x, y, zoom].every(Number.isFinite) || zoom < minZoom || zoom > maxZoom) return null;
  return { x, y, zoom };
};

export const minZoom = 0.02;
export const maxZoom = 2.5;

type Pictured = Pick<ViewState, 'level' | 'focus' | 'hops' | 'view' | 'collapsed' | 'gathered'>;

/**
 * Positions are kept apart where the sizes or the set of boxes differ: per level, per focus, per named view. The boxes of gathered apps have
 * places of their own: those of the models are far apart, and are there again, as a hand left them, when all are expanded.
 */
export const arrangementKey = (state: Pictured): string => {
  const scope =
    state.view !== null ? `view:${state.view}` : state.focus !== null ? `focus:${state.focus}~${state.hops}` : 'all';
  return `${scope}/${state.level}${state.gathered && state.collapsed.length > 0 ? '~gathered' : ''}`;
};

export const collapseAll = (apps: readonly { label: string }[]): Pick<ViewState, 'collapsed' | 'gathered'> => ({
  collapsed: apps.map(({ label }) => label),
  gathered: true,
});

export const expandAll: Pick<ViewState, 'collapsed' | 'gathered'> = { collapsed: [], gathered: false };

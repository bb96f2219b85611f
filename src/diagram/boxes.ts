/**
 * Sizes of boxes and the rows in them. They are computed, not measured in the page, so that layout can run before
 * anything is drawn and the picture on screen, on canvas and in an exported file is the same one.
 */
import type { Field, Model } from '../contract/index.ts';
import type { ModelUnmade, SchemaModel } from './graph.ts';
import type { Level } from './view-state.ts';
import type { CollapsedApp } from './visible.ts';

export type Point = { x: number; y: number };
export type Size = { width: number; height: number };
export type Rect = Point & Size;

export type Row = { field: Field; unmade: 'added' | 'changed' | null };

export type ModelBox = Size & {
  id: string;
  kind: 'model';
  title: string;
  app: string;
  node: SchemaModel;
  rows: readonly Row[];
  /** Fields of the level that did not fit. */
  more: number;
  rowIndex: ReadonlyMap<string, number>;
};

type AppBox = Size & { id: string; kind: 'app'; title: string; app: string; models: number; own: boolean };

export type Box = ModelBox | AppBox;

export const headerHeight = 32;
export const rowHeight = 20;
export const boxPadding = 6;
/** A model with hundreds of fields would be taller than the screen at every zoom; its panel lists them all. */
const maxRows = 32;

// Mean advance of the 13 px bold title and the 12 px rows in DejaVu Sans, the widest of the fonts we ask for.
export const titleCharWidth = 8.3;
export const rowCharWidth = 7.1;
/** A letter of East Asia is as wide as it is high, so many times the mean of others. */
const wideLetter = 1.7;
const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;
const mark = /\p{M}/u;

/** How wide a text is, in letters of the mean width; marks stand above or below theirs. */
export const lettersIn = (text: string): number => {
  if (/^[\u0000-\u02ff]*$/.test(text)) return text.length;
  let letters = 0;
  for (const letter of text) letters += mark.test(letter) ? 0 : wide.test(letter) ? wideLetter : 1;
  return letters;
};

const minWidth = 132;
const maxWidth = 300;

const clampWidth = (width: number): number => Math.round(Math.min(maxWidth, Math.max(minWidth, width)));

/** Fields that tell one object from another or lead to another one. */
const isKey = (field: Field, { composite_key }: Model): boolean =>
  field.primary_key || field.unique || field.relation !== null || composite_key.includes(field.name);

/** At the level of keys a child does not repeat those of its parent: they are in the parent's table. */
export const fieldsOf = ({ model, parents }: SchemaModel, level: Level): readonly Field[] => {
  if (level === 'names') return [];
  return level === 'all'
    ? model.fields
    : model.fields.filter((field) => isKey(field, model) && !parents.has(field.name));
};

/** What a row says on its right: the target of a relation, else the type. */
export const rowDetail = (field: Field): string => {
  if (field.relation === null) return field.type.replace(/Field$/, '');
  return `→ ${field.relation.target === null ? '*' : field.relation.target.slice(field.relation.target.indexOf('.') + 1)}`;
};

/** Beside the title stands the kind, when it is not the usual one: its word as the page has it, 11 px high, and a gap. */
const kindRoom: Record<Model['kind'] | 'between', number> = {
  model: 0,
  proxy: 66,
  abstract: 66,
  between: 72,
  unmanaged: 78,
  swapped: 82,
  through: 98,
};

/** For the number of unmade changes, after that. */
const unmadeRoom = ({ unmade }: SchemaModel): number => (unmade === null ? 0 : 26);

export const modelBox = (node: SchemaModel, level: Level): ModelBox => {
  const fields = fieldsOf(node, level);
  const shown = fields.length > maxRows ? fields.slice(0, maxRows - 1) : fields;
  const rows = shown.map((field) => ({ field, unmade: unmadeOf(node.unmade, field.name) }));
  const more = fields.length - shown.length;
  const lines = rows.length + (more > 0 ? 1 : 0);
  const title = node.model.name;
  const aside = kindRoom[node.between && node.model.kind === 'model' ? 'between' : node.model.kind] + unmadeRoom(node);
  let width = 32 + lettersIn(title) * titleCharWidth + aside;
  for (const { field } of rows) {
    width = Math.max(width, 52 + (lettersIn(field.name) + lettersIn(rowDetail(field))) * rowCharWidth);
  }
  return {
    id: node.model.id,
    kind: 'model',
    title,
    app: node.model.app,
    node,
    rows,
    more,
    rowIndex: new Map(rows.map((row, index) => [row.field.name, index])),
    width: clampWidth(width),
    height: headerHeight + (lines === 0 ? 0 : lines * rowHeight + boxPadding),
  };
};

export const appBox = (app: CollapsedApp): AppBox => ({
  id: app.id,
  kind: 'app',
  title: app.label,
  app: app.label,
  models: app.counted,
  own: app.own,
  width: clampWidth(96 + lettersIn(app.label) * titleCharWidth),
  height: 44,
});

const unmadeOf = (unmade: ModelUnmade | null, field: string): Row['unmade'] => {
  const changes = unmade?.fields.get(field);
  if (changes === undefined) return null;
  return changes.some((change) => change.kind === 'field_added') ? 'added' : 'changed';
};

/** Height of the middle of a field's row, or of the title when the field has no row. */
export const anchorY = (box: Box, field: string | null): number => {
  if (box.kind === 'app') return box.height / 2;
  const index = field === null ? undefined : box.rowIndex.get(field);
  return index === undefined ? headerHeight / 2 : headerHeight + (index + 0.5) * rowHeight;
};

export const overlaps = (a: Rect, b: Rect, gap = 0): boolean =>
  a.x < b.x + b.width + gap && b.x < a.x + a.width + gap && a.y < b.y + b.height + gap && b.y < a.y + a.height + gap;

export const boundsOf = (rects: Iterable<Rect>): Rect | null => {
  let left = Number.POSITIVE_INFINITY;
  let top = Number.POSITIVE_INFINITY;
  let right = Number.NEGATIVE_INFINITY;
  let bottom = Number.NEGATIVE_INFINITY;
  for (const rect of rects) {
    left = Math.min(left, rect.x);
    top = Math.min(top, rect.y);
    right = Math.max(right, rect.x + rect.width);
    bottom = Math.max(bottom, rect.y + rect.height);
  }
  return left === Number.POSITIVE_INFINITY ? null : { x: left, y: top, width: right - left, height: bottom - top };
};

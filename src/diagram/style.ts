/** How kinds of relations and models are told apart: by dashes and marks, not by colour. */
import type { Model } from '../contract/index.ts';
import type { VisibleEdge } from './visible.ts';

export type LineStyle = { dash: readonly number[]; width: number; faint: boolean };

export const lineStyles: Record<VisibleEdge['kind'], LineStyle> = {
  foreign_key: { dash: [], width: 1.2, faint: false },
  one_to_one: { dash: [], width: 1.2, faint: false },
  many_to_many: { dash: [], width: 2, faint: false },
  generic: { dash: [2, 4], width: 1.6, faint: false },
  parent_link: { dash: [], width: 1.2, faint: false },
  proxy: { dash: [7, 4], width: 1.2, faint: false },
  abstract: { dash: [8, 3, 2, 3], width: 1, faint: true },
  // No dashes: each pattern stands for one kind alone.
  mixed: { dash: [], width: 1.2, faint: false },
};

/** A many-to-many whose table in between is on screen steps back: the two lines of that table tell it already. */
export const throughStyle: LineStyle = { dash: [1, 3], width: 1.2, faint: true };

const kindDashes: Record<Model['kind'], readonly number[]> = {
  model: [],
  proxy: [7, 4],
  abstract: [8, 3, 2, 3],
  through: [1, 3],
  swapped: [2, 4],
  unmanaged: [12, 4],
};

export const boxDash = (node: { model: Pick<Model, 'kind'>; between: boolean }): readonly number[] =>
  node.between ? kindDashes.through : kindDashes[node.model.kind];

/** Colours of one theme. `app(n)` is the tint of the n-th app's area. */
export type Palette = {
  paper: string;
  surface: string;
  sunken: string;
  line: string;
  lineStrong: string;
  edge: string;
  text: string;
  dim: string;
  accent: string;
  warn: string;
  warnSoft: string;
  mark: string;
  markText: string;
  dark: boolean;
};

/** Hues a golden angle apart: neighbours in the list never look alike, however many apps there are. */
export const appTint = (index: number, palette: Palette): { fill: string; stroke: string } => {
  const hue = Math.round((215 + index * 137.508) % 360);
  return palette.dark
    ? { fill: `hsl(${hue} 30% 60% / 7%)`, stroke: `hsl(${hue} 25% 60% / 26%)` }
    : { fill: `hsl(${hue} 45% 50% / 6%)`, stroke: `hsl(${hue} 30% 45% / 24%)` };
};

/** Of files that are made without a page to take colours from, and of exports, which are read on white. */
export const lightPalette: Palette = {
  paper: '#f6f6f8',
  surface: '#ffffff',
  sunken: '#f0f0f3',
  line: '#e4e5ea',
  lineStrong: '#c9ccd4',
  edge: '#7d818e',
  text: '#1a1b20',
  dim: '#5a5d68',
  accent: '#3448b8',
  warn: '#8a5200',
  warnSoft: '#fdf1dc',
  mark: '#ffe28a',
  markText: '#1a1b20',
  dark: false,
};

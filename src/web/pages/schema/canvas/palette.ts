/** Colours of the page's theme for the canvas, which knows no CSS variables. */
import { useComputedColorScheme } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useMemo } from 'react';
import { lightPalette, type Palette } from '../../../../diagram/style.ts';

const variables = {
  paper: '--bg',
  surface: '--surface',
  sunken: '--sunken',
  line: '--line',
  lineStrong: '--line-strong',
  edge: '--edge',
  text: '--text',
  dim: '--dim',
  accent: '--accent',
  warn: '--warn',
  warnSoft: '--warn-soft',
  mark: '--mark',
  markText: '--mark-text',
} as const;

const readPalette = (dark: boolean): Palette => {
  const style = getComputedStyle(document.documentElement);
  const palette: Palette = { ...lightPalette, dark };
  for (const [name, variable] of Object.entries(variables) as [keyof typeof variables, string][]) {
    const value = style.getPropertyValue(variable).trim();
    if (value !== '') palette[name] = value;
  }
  return palette;
};

export const usePalette = (): Palette => {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const forced = useMediaQuery('(forced-colors: active)', false, { getInitialValueInEffect: false });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the variables change with it
  return useMemo(() => readPalette(scheme === 'dark'), [scheme, forced]);
};

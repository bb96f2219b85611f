/** Which apps show their timeline: those that one opened, the one of the chosen migration, and at first those that want attention. */
import { useCallback, useEffect, useState } from 'react';
import type { MigrationApp } from '../../../contract/index.ts';
import { attentionOf, needsAttention } from './timeline.ts';

/** Opening every app that wants attention helps while they are few. */
const openedAtFirst = 12;

const firstOpened = (apps: readonly MigrationApp[]): ReadonlySet<string> => {
  const wanting = apps.filter((app) => needsAttention(attentionOf(app)));
  return new Set(wanting.length <= openedAtFirst ? wanting.map((app) => app.label) : []);
};

type Choices = ReadonlyMap<string, boolean>;

/** What was opened and folded by hand in each workspace, for whoever goes to another page and comes back. */
const keptChoices = new Map<string, Choices>();

export const useOpened = (slug: string, apps: readonly MigrationApp[], chosenApp: string | null) => {
  const [atFirst] = useState(() => firstOpened(apps));
  const [choices, setChoices] = useState<Choices>(() => keptChoices.get(slug) ?? new Map());
  const isOpen = (label: string): boolean => choices.get(label) ?? atFirst.has(label);
  const setOpen = useCallback(
    (labels: readonly string[], open: boolean) =>
      setChoices((old) => new Map([...old, ...labels.map((label) => [label, open] as const)])),
    [],
  );
  const toggle = useCallback(
    (label: string) => setChoices((old) => new Map(old).set(label, !(old.get(label) ?? atFirst.has(label)))),
    [atFirst],
  );
  useEffect(() => void keptChoices.set(slug, choices), [slug, choices]);
  useEffect(() => {
    if (chosenApp !== null) setOpen([chosenApp], true);
  }, [chosenApp, setOpen]);
  return { isOpen, setOpen, toggle };
};

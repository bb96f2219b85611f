type PaletteGroup = 'page' | 'workspace' | 'model' | 'field' | 'preset' | 'run' | 'doc' | 'action';
export type PaletteItem = { id: string; group: PaletteGroup; label: string; detail: string; act: () => void };

const groupOrder: readonly PaletteGroup[] = ['page', 'action', 'workspace', 'preset', 'model', 'run', 'field', 'doc'];
const shownPerGroup = 8;

/** Where the words were found decides: whole name, start, start of a word, anywhere, first letters of the words. 0: not at all. */
export function score(label: string, wanted: string): number {
  const text = label.toLowerCase();
  if (text === wanted) return 100;
  if (text.startsWith(wanted)) return 80;
  const at = text.indexOf(wanted);
  if (at > 0) return /[^a-z0-9]/.test(text[at - 1] ?? '') ? 60 : 40;
  const initials = label
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word[0] ?? '')
    .join('');
  return wanted.length > 1 && initials.toLowerCase().startsWith(wanted) ? 30 : 0;
}

/** The best of each group, groups in a fixed order, so that the list does not jump while one types. */
export function rank(items: readonly PaletteItem[], text: string): PaletteItem[] {
  const wanted = text.trim().toLowerCase();
  const scored = items
    .filter((item) => wanted !== '' || (item.group !== 'field' && item.group !== 'model'))
    .map((item) => ({
      item,
      points: wanted === '' ? 1 : Math.max(score(item.label, wanted), score(item.detail, wanted) / 2),
    }))
    .filter(({ points }) => points > 0);
  return groupOrder.flatMap((group) =>
    scored
      .filter(({ item }) => item.group === group)
      .sort((a, b) => b.points - a.points)
      .slice(0, shownPerGroup)
      .map(({ item }) => item),
  );
}

let collator: Intl.Collator | undefined;

/** Names as a person orders them: app2 before app10. Made when first asked for, which is after the first paint. */
export const byName = (left: string, right: string): number => {
  collator ??= new Intl.Collator(undefined, { numeric: true });
  return collator.compare(left, right);
};

type Owned = { label: string; own: boolean };

/** The project's own apps first, each kind by name. */
export const inAppOrder = <T extends Owned>(apps: readonly T[]): T[] =>
  apps.toSorted((a, b) => Number(b.own) - Number(a.own) || byName(a.label, b.label));

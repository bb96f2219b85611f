const longestSlug = 50;

/** Readable and URL-safe: "Café Atlas" becomes `cafe-atlas`. */
export const slugify = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, longestSlug)
    .replace(/^-+|-+$/g, '') || 'workspace';

/** `atlas`, `atlas-2`, `atlas-3` … whichever is free. */
export const freeSlug = (wanted: string, taken: ReadonlySet<string>): string => {
  if (!taken.has(wanted)) return wanted;
  for (let number = 2; ; number++) {
    const slug = `${wanted.slice(0, longestSlug - 1 - String(number).length)}-${number}`;
    if (!taken.has(slug)) return slug;
  }
};

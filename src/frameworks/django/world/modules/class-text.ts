/** What a class of Django has, by patterns over the text of its module: code asks for what only some versions of it have. */

/** A class as its text has it. */
export type ClassText = {
  /** What stands in its body, or is set on it behind that. */
  names: ReadonlySet<string>;
  /** By the names that its module has for them; null: one of them is made by a call. */
  bases: readonly string[] | null;
  /** What makes it, where that is said. */
  metaclass: string | null;
  /** Whether more than its text tells may be there: a name that stands below a condition, or a decorator that adds some. */
  mayHave(name: string): boolean;
};

/** Where a name of a module comes from. */
export type Import = { dots: number; module: string; name: string };

/** The first line behind a class; what stands at the margin of a text within it begins otherwise. */
const BEHIND =
  /^(?:(?:class|def|async|if|for|from|import|try|with|while|del)\b|@|[A-Za-z_][\w.]*[ \t]*(?:[=(,[]|:[ \t]))/m;

const IN_BODY =
  /^ {4}(?:(?:async[ \t]+)?def[ \t]+(\w+)|class[ \t]+(\w+)|((?:\w+[ \t]*[,=][ \t]*)*\w+)[ \t]*(?::[^=\n]*)?=(?!=))/gm;

/** Behind these the body of a class may bind names that are not listed: below a condition, as slots, or for classes that derive from it. */
const UNLISTED = /^ {4}(?:(?:if|try|for|with|from|import)\b|__slots__|def __init_subclass__)/m;

/** These add special methods, and the one a `deconstruct`. */
const HARMLESS = /^@(?:functools\.)?(?:total_ordering|deconstructible)\b/;

const decoratorsBefore = (text: string, at: number): string[] => {
  const lines = text
    .slice(Math.max(0, at - 2000), at)
    .split('\n')
    .slice(0, -1);
  const first = lines.findLastIndex((line) => !line.startsWith('@')) + 1;
  return lines.slice(first);
};

export const classIn = (text: string, name: string): ClassText | undefined => {
  const found = new RegExp(`^class ${name}\\b([^:]*):`, 'm').exec(text);
  if (found === null) return undefined;
  const [header, given = ''] = found;
  const start = found.index + header.length;
  const end = BEHIND.exec(text.slice(start));
  const body = text.slice(start, end === null ? undefined : start + end.index);
  const names = new Set(
    Array.from(body.matchAll(IN_BODY), (match) => match.slice(1).join(' ')).flatMap(
      (bound) => bound.match(/\w+/g) ?? [],
    ),
  );
  for (const [, set = ''] of text.matchAll(new RegExp(`^${name}\\.(\\w+)[ \\t]*=(?!=)`, 'gm'))) names.add(set);
  const parts = /^(?:\(([\w.,=\s]*)\))?$/.exec(given)?.[1] ?? '';
  const listed = parts.split(',').flatMap((part) => part.trim() || []);
  const decorators = decoratorsBefore(text, found.index);
  return {
    names,
    bases: /^(?:\([\w.,=\s]*\))?$/.test(given) ? listed.filter((base) => !base.includes('=')) : null,
    metaclass: listed.find((base) => /^metaclass\s*=/.test(base))?.replace(/^.*=\s*/, '') ?? null,
    mayHave: (asked) =>
      !decorators.every((line) => HARMLESS.test(line)) ||
      (asked === 'deconstruct' && decorators.length > 0) ||
      (UNLISTED.test(body) && new RegExp(`\\b${asked}\\b`).test(body)),
  };
};

const IMPORT = /^(?:lazy[ \t]+)?from[ \t]+(\.*)([\w.]*)[ \t]+import[ \t]+(\([^)]{0,5000}\)|[^\n]*)/gm;

export const importIn = (text: string, name: string): Import | undefined => {
  for (const [, dots = '', module = '', names = ''] of text.matchAll(IMPORT)) {
    const taken = new RegExp(
      `(?:^|[\\s(,])(\\w+)[ \\t]+as[ \\t]+${name}\\b|(?:^|[\\s(,])(${name})(?![\\w])(?![ \\t]+as\\b)`,
    ).exec(names.replace(/#.*$/gm, ''));
    if (taken !== null) return { dots: dots.length, module, name: taken[1] ?? name };
  }
  return undefined;
};

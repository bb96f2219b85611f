/** Texts made of other values (`%`, `.format`, `str()`), and paths as `os.path` and `pathlib` compute them on POSIX. */
import { posix } from 'node:path';
import { hasNoOrder, isA, isSequence, MAX_TEXT, textOf, unknown, type Value } from '../../values.ts';
import { formatPercentPart, formatValue } from './formats.ts';

/** `"%s/%d" % (a, b)` and `"%(name)s" % {...}`. */
export const formatPercent = (
  template: string,
  value: Value,
  shown: (part: Value, kind: string) => Value | undefined,
): Value | undefined => {
  if (hasNoOrder(value) && isA(value, 'tuple')) return undefined;
  const positional = isSequence(value) && value.type === 'tuple' ? value.items : [value];
  let next = 0;
  // A sign alone at last: what follows it is not known here.
  const pattern = /%(?:\(([^()]*)\))?([-+ #0]*)((?:[1-9]\d*)?)(\.\d+)?([sdrifegxXoE%])|%/g;
  const text = fillIn(template, pattern, ([, key, flags, width, precision, kind]) => {
    if (kind === undefined || kind === '%') return kind;
    const given = key === undefined ? positional[next++] : isA(value, 'dict') ? value.entries.get(key) : undefined;
    const part = given === undefined ? undefined : shown(given, kind);
    if (part === undefined) return undefined;
    return formatPercentPart(part, { flags, width, precision, kind: part === given ? kind : kind.replace('r', 's') });
  });
  // Python refuses what there is no place for.
  return next < positional.length && !isA(value, 'dict') ? undefined : text;
};

/** A text with its places filled in; undefined when one of them is not known. */
export const fillIn = (
  template: string,
  places: RegExp,
  shownAt: (match: RegExpExecArray) => string | undefined,
): string | undefined => {
  let [text, from] = ['', 0];
  for (const match of template.matchAll(places)) {
    const shown = shownAt(match);
    if (shown === undefined || text.length + shown.length > MAX_TEXT) return undefined;
    text += template.slice(from, match.index) + shown;
    from = match.index + match[0].length;
  }
  return text + template.slice(from);
};

/** How a text is filled in: what a value is as a part of it, and what an attribute or an item of a value is. */
type Filling = {
  shown(part: Value | undefined, spec: string, conversion: string): string | undefined;
  attribute(of: Value, name: string): Value;
  item(of: Value, at: Value): Value;
};

const nothing = (): Value => unknown('a part of a value is not known');
const plainly: Filling = { shown: formatValue, attribute: nothing, item: nothing };

const PLACES = /\{\{|\}\}|\{([^{}!:]*)(?:!([rsa]))?(?::((?:[^{}]|\{[^{}]*\})*))?\}|[{}]/g;

/** `"{}/{name}".format(a, name=b)`, `"{0.name:>{width}}"`, `"{names[0]}"`. */
export const formatBraces = (
  template: string,
  args: readonly Value[],
  keywords: ReadonlyMap<string, Value>,
  { shown, attribute, item }: Filling = plainly,
): string | undefined => {
  let next = 0;
  // Counted and numbered places do not go together.
  let isNumbered = false;
  const partOf = (key: string): Value | undefined => {
    const [, name = '', path = ''] = /^([^.[\]]*)((?:\.\w+|\[[^[\]]+\])*)$/.exec(key) ?? ['', '.'];
    const isNumber = /^\d+$/.test(name);
    isNumbered ||= isNumber;
    const first = name === '' ? args[next++] : isNumber ? args[Number(name)] : keywords.get(name);
    if (isNumbered && next > 0) return undefined;
    const steps = path.match(/\.\w+|\[[^[\]]+\]/g) ?? [];
    return steps.reduce<Value | undefined>((of, step) => {
      if (of === undefined) return undefined;
      if (step.startsWith('.')) return attribute(of, step.slice(1));
      const at = step.slice(1, -1);
      return item(of, /^\d+$/.test(at) ? Number(at) : at);
    }, first);
  };
  const fill = (text: string, isInside: boolean): string | undefined =>
    fillIn(text, PLACES, ([whole, key = '', conversion = '', spec = '']) => {
      if (!isInside && (whole === '{{' || whole === '}}')) return whole.slice(1);
      if (whole.length < 2) return undefined;
      const part = partOf(key);
      const wanted = spec.includes('{') ? (isInside ? undefined : fill(spec, true)) : spec;
      return wanted === undefined ? undefined : shown(part, wanted, conversion);
    });
  return fill(template, false);
};

/** Joins texts; undefined when one of them is not known. */
export const joinTexts = (separator: string, sequence: Value | undefined): string | undefined => {
  const isWhole = isA(sequence, 'dict') && !sequence.partial;
  if (hasNoOrder(sequence)) return undefined;
  if (!isSequence(sequence) && !isWhole) return undefined;
  const texts: string[] = [];
  let length = 0;
  for (const item of isSequence(sequence) ? sequence.items : sequence.entries.keys()) {
    const text = textOf(item);
    length += (text?.length ?? 0) + separator.length;
    if (text === undefined || length > MAX_TEXT) return undefined;
    texts.push(text);
  }
  return texts.join(separator);
};

/** `os.path.join`: an absolute part starts over. */
export const joinPath = (parts: readonly string[]): string => {
  let joined = '';
  for (const part of parts) {
    if (part.startsWith('/') || joined === '') joined = part;
    else joined = joined.endsWith('/') ? joined + part : `${joined}/${part}`;
  }
  return joined;
};

/** `os.path.dirname` and `os.path.basename`, which take `/a/b/` for an empty name in `/a/b`. */
export const headOf = (path: string): string => {
  const head = path.slice(0, path.lastIndexOf('/') + 1);
  let end = head.length;
  while (head.charAt(end - 1) === '/') end--;
  return end === 0 ? head : head.slice(0, end);
};
export const tailOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

export const parentOf = (path: string): string => posix.dirname(path);
export const baseOf = (path: string): string => posix.basename(path);
export const absolutePath = (path: string, cwd: string): string => posix.resolve(cwd, path);
export const normalPath = (path: string): string => {
  const normal = posix.normalize(path);
  const plain = normal.length > 1 && normal.endsWith('/') ? normal.slice(0, -1) : normal;
  // Two slashes, and no more, are a root of their own.
  return /^\/\/(?!\/)/.test(path) ? `/${plain}` : plain;
};

/** `os.path.splitext`: dots at the beginning of a name are no extension. */
export const splitExtension = (path: string): [string, string] => {
  const name = tailOf(path);
  const at = name.lastIndexOf('.');
  if (/^\.*$/.test(name.slice(0, Math.max(at, 0)))) return [path, ''];
  return [path.slice(0, path.length - name.length + at), name.slice(at)];
};

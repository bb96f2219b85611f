/** Addresses as `urllib.parse` takes them apart: settings find a database or a broker by one. */
import { type CallValue, dictOf, listOf, tupleOf, type Value } from '../../values.ts';
import type { Arguments } from '../../world.ts';

// Brackets, parameters behind a semicolon and other signs have rules of their own, not the same in every version of Python.
const PLAIN = /^[\w!$%&'()*+,\-./:=?@#~]*$/;
const URL = /^(?:([a-z][a-z\d+.-]*):(?=\/\/))?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/i;

const MAX_PORT = 65_535;

/** What is not there is None; a port that is no number raises, and is not known here. */
const partsOfPlace = (place: string): Record<string, Value> => {
  const at = place.lastIndexOf('@');
  const [, username = null, password = null] = at < 0 ? [] : (/^([^:]*)(?::(.*))?$/.exec(place.slice(0, at)) ?? []);
  const [, hostname = '', port = ''] = /^([^:]*)(?::(.*))?$/.exec(place.slice(at + 1)) ?? [];
  const isPort = /^\d*$/.test(port) && Number(port) <= MAX_PORT;
  return {
    username,
    password,
    hostname: hostname === '' ? null : hostname.toLowerCase(),
    ...(isPort ? { port: port === '' ? null : Number(port) } : {}),
  };
};

/** undefined where the address has rules of its own. */
const split = (url: string): Record<'scheme' | 'netloc' | 'path' | 'query' | 'fragment', string> | undefined => {
  if (!PLAIN.test(url)) return undefined;
  const [, scheme = '', netloc = '', path = '', query = '', fragment = ''] = URL.exec(url) ?? [];
  // `localhost:8000`: what stands before the colon was not always a scheme.
  if (scheme === '' && path.includes(':')) return undefined;
  return { scheme: scheme.toLowerCase(), netloc, path, query, fragment };
};

/** `urlparse(url).hostname`. */
export const urlAttribute = ({ name, args: [url, ...more], keywords }: CallValue, asked: string): Value | undefined => {
  if (!name.startsWith('urllib.parse.url') || more.length + keywords.size > 0) return undefined;
  const told = /url(?:parse|split)$/.test(name) && typeof url === 'string' ? split(url) : undefined;
  if (told === undefined) return undefined;
  const parts = { ...told, ...partsOfPlace(told.netloc) };
  return Object.hasOwn(parts, asked) ? parts[asked as keyof typeof parts] : undefined;
};

const ALWAYS_SAFE = /[\w.~-]/;

/** `quote(text, safe)`, byte by byte. */
const quoted = (text: string, safe: string): string =>
  [...text]
    .map((sign) =>
      sign.charCodeAt(0) < 128 && (ALWAYS_SAFE.test(sign) || safe.includes(sign))
        ? sign
        : [...Buffer.from(sign)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
    )
    .join('');

const quote = ({ args: [text, safe], keywords }: Arguments, otherwise: string): string | undefined => {
  const kept = safe ?? keywords.get('safe') ?? otherwise;
  if (typeof text !== 'string' || !text.isWellFormed() || typeof kept !== 'string') return undefined;
  return [...keywords.keys()].every((name) => name === 'safe') ? quoted(text, kept) : undefined;
};

/** The way from one path to another, as in links of a page. */
const joinWays = (base: string, path: string): string => {
  const from = base.split('/');
  if (from.at(-1) !== '') from.pop();
  const all = [...from, ...path.split('/')];
  const segments = path.startsWith('/')
    ? path.split('/')
    : all.filter((segment, at) => segment !== '' || at === 0 || at === all.length - 1);
  const way: string[] = [];
  for (const segment of segments)
    if (segment === '..') way.pop();
    else if (segment !== '.') way.push(segment);
  if (/^\.\.?$/.test(segments.at(-1) ?? '')) way.push('');
  return way.join('/') || '/';
};

/** `urljoin(base, url)` of addresses of the web; of others Python asks for the scheme. */
const joined = ({ args: [base, url, ...more], keywords }: Arguments): string | undefined => {
  if (typeof base !== 'string' || typeof url !== 'string' || more.length + keywords.size > 0) return undefined;
  if (base === '' || url === '') return base || url;
  const [from, to] = [split(base), split(url)];
  const isOfWeb = from !== undefined && /^(?:https?)?$/.test(from.scheme) && (from.netloc !== '' || from.scheme === '');
  if (!isOfWeb || to === undefined || from.path.startsWith('//') || to.path.startsWith('//')) return undefined;
  if (to.scheme !== '' && to.scheme !== from.scheme) return url;
  if (to.scheme !== '' && to.netloc === '') return undefined;
  const isBare = to.netloc === '' && to.path === '';
  const path = to.netloc !== '' ? to.path : isBare ? from.path : joinWays(from.path, to.path);
  const query = isBare && to.query === '' ? from.query : to.query;
  const netloc = to.netloc || from.netloc;
  const isRooted = netloc === '' || path === '' || path.startsWith('/');
  const place = netloc === '' ? '' : `${from.scheme === '' ? '' : `${from.scheme}:`}//${netloc}`;
  return `${place}${isRooted ? '' : '/'}${path}${query && `?${query}`}${to.fragment && `#${to.fragment}`}`;
};

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** `unquote(text)`; undefined where what is quoted is no UTF-8. */
const unquoted = (text: string): string | undefined => {
  try {
    return text.replaceAll(/(?:%[\da-f]{2})+/gi, (quotes) =>
      decoder.decode(Buffer.from(quotes.replaceAll('%', ''), 'hex')),
    );
  } catch {
    return undefined;
  }
};

const unquote = ({ args: [text, ...more], keywords }: Arguments, isPlus: boolean): string | undefined => {
  if (typeof text !== 'string' || more.length + keywords.size > 0) return undefined;
  return unquoted(isPlus ? text.replaceAll('+', ' ') : text);
};

/** `parse_qsl("a=1&b=2")`. What stands behind a semicolon was a part of its own once. */
const partsOfQuery = ({ args: [text, ...more], keywords }: Arguments): [string, string][] | undefined => {
  const keepsBlank = keywords.get('keep_blank_values') ?? false;
  const isPlain = more.length === 0 && [...keywords.keys()].every((name) => name === 'keep_blank_values');
  if (typeof text !== 'string' || text.includes(';') || !isPlain || typeof keepsBlank !== 'boolean') return undefined;
  const parts: [string, string][] = [];
  for (const part of text.split('&')) {
    const at = part.indexOf('=');
    const [name, value] = at < 0 ? [part, ''] : [part.slice(0, at), part.slice(at + 1)];
    if (part === '' || (value === '' && !keepsBlank)) continue;
    const [key, given] = [name, value].map((each) => unquoted(each.replaceAll('+', ' ')));
    if (key === undefined || given === undefined) return undefined;
    parts.push([key, given]);
  }
  return parts;
};

const byName = (parts: readonly [string, string][]): Value => {
  const names = new Map<string, string[]>();
  for (const [name, value] of parts) names.set(name, [...(names.get(name) ?? []), value]);
  return dictOf([...names].map(([name, values]) => [name, listOf(values)] as const));
};

export const urls: Readonly<Record<string, (call: Arguments) => Value | undefined>> = {
  'urllib.parse.quote': (call) => quote(call, '/'),
  'urllib.parse.quote_plus': (call) => {
    if (call.args.length + call.keywords.size > 1) return undefined;
    return quote(call, ' ')?.replaceAll(' ', '+');
  },
  'urllib.parse.unquote': (call) => unquote(call, false),
  'urllib.parse.unquote_plus': (call) => unquote(call, true),
  'urllib.parse.urljoin': joined,
  'urllib.parse.parse_qsl': (call) => {
    const parts = partsOfQuery(call);
    return parts && listOf(parts.map((part) => tupleOf([...part])));
  },
  'urllib.parse.parse_qs': (call) => {
    const parts = partsOfQuery(call);
    return parts && byName(parts);
  },
};

/** Addresses as `urllib.parse` takes them apart: settings find a database or a broker by one. */
import type { CallValue, Value } from '../values.ts';
import type { Arguments } from '../world.ts';

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

/** `urlparse(url).hostname`. */
export const urlAttribute = ({ name, args: [url, ...more], keywords }: CallValue, asked: string): Value | undefined => {
  if (!name.startsWith('urllib.parse.url') || more.length + keywords.size > 0) return undefined;
  if (!/url(?:parse|split)$/.test(name) || typeof url !== 'string' || !PLAIN.test(url)) return undefined;
  const [, scheme = '', netloc = '', path = '', query = '', fragment = ''] = URL.exec(url) ?? [];
  // `localhost:8000`: what stands before the colon was not always a scheme.
  if (scheme === '' && path.includes(':')) return undefined;
  const parts = { scheme: scheme.toLowerCase(), netloc, path, query, fragment, ...partsOfPlace(netloc) };
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

export const urls: Readonly<Record<string, (call: Arguments) => Value | undefined>> = {
  'urllib.parse.quote': (call) => quote(call, '/'),
  'urllib.parse.quote_plus': (call) => {
    if (call.args.length + call.keywords.size > 1) return undefined;
    return quote(call, ' ')?.replaceAll(' ', '+');
  },
};

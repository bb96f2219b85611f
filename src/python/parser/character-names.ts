/**
 * Characters given by name, `"\N{EURO SIGN}"`. The whole table of names is larger than this reader; letters with marks can be put
 * together, and of the rest those are here that texts of models and settings use.
 */

const marks: Readonly<Record<string, string>> = {
  GRAVE: '\u0300',
  ACUTE: '\u0301',
  CIRCUMFLEX: '\u0302',
  TILDE: '\u0303',
  MACRON: '\u0304',
  BREVE: '\u0306',
  'DOT ABOVE': '\u0307',
  DIAERESIS: '\u0308',
  'RING ABOVE': '\u030a',
  'DOUBLE ACUTE': '\u030b',
  CARON: '\u030c',
  CEDILLA: '\u0327',
  OGONEK: '\u0328',
};

const greek =
  'ALPHA BETA GAMMA DELTA EPSILON ZETA ETA THETA IOTA KAPPA LAMDA MU NU XI OMICRON PI RHO  SIGMA TAU UPSILON PHI CHI PSI OMEGA';
const greekLetters = new Map(greek.split(' ').map((name, index) => [name, index]));

const signs: Readonly<Record<string, string>> = {
  'NO-BREAK SPACE': '\u00a0',
  'NARROW NO-BREAK SPACE': '\u202f',
  'THIN SPACE': '\u2009',
  'ZERO WIDTH SPACE': '\u200b',
  'SOFT HYPHEN': '\u00ad',
  'NON-BREAKING HYPHEN': '\u2011',
  'EN DASH': '–',
  'EM DASH': '—',
  'HORIZONTAL ELLIPSIS': '…',
  BULLET: '•',
  'MIDDLE DOT': '·',
  'LEFT SINGLE QUOTATION MARK': '‘',
  'RIGHT SINGLE QUOTATION MARK': '’',
  'LEFT DOUBLE QUOTATION MARK': '“',
  'RIGHT DOUBLE QUOTATION MARK': '”',
  'LEFT-POINTING DOUBLE ANGLE QUOTATION MARK': '«',
  'RIGHT-POINTING DOUBLE ANGLE QUOTATION MARK': '»',
  'SECTION SIGN': '§',
  'COPYRIGHT SIGN': '©',
  'REGISTERED SIGN': '®',
  'TRADE MARK SIGN': '™',
  'DEGREE SIGN': '°',
  'MICRO SIGN': 'µ',
  'OHM SIGN': 'Ω',
  'PLUS-MINUS SIGN': '±',
  'MULTIPLICATION SIGN': '×',
  'DIVISION SIGN': '÷',
  'MINUS SIGN': '−',
  'NOT EQUAL TO': '≠',
  'ALMOST EQUAL TO': '≈',
  'LESS-THAN OR EQUAL TO': '≤',
  'GREATER-THAN OR EQUAL TO': '≥',
  INFINITY: '∞',
  'SUPERSCRIPT TWO': '²',
  'SUPERSCRIPT THREE': '³',
  'SUBSCRIPT TWO': '₂',
  'VULGAR FRACTION ONE HALF': '½',
  'EURO SIGN': '€',
  'POUND SIGN': '£',
  'YEN SIGN': '¥',
  'CENT SIGN': '¢',
  'NUMERO SIGN': '№',
  'LEFTWARDS ARROW': '←',
  'UPWARDS ARROW': '↑',
  'RIGHTWARDS ARROW': '→',
  'DOWNWARDS ARROW': '↓',
  'LEFT RIGHT ARROW': '↔',
  'CHECK MARK': '✓',
  'HEAVY CHECK MARK': '✔',
  'BALLOT X': '✗',
  'BLACK STAR': '★',
  'WHITE STAR': '☆',
  'LATIN SMALL LETTER SHARP S': 'ß',
  'LATIN SMALL LETTER AE': 'æ',
  'LATIN CAPITAL LETTER AE': 'Æ',
  'LATIN SMALL LETTER O WITH STROKE': 'ø',
  'LATIN CAPITAL LETTER O WITH STROKE': 'Ø',
  'LATIN SMALL LETTER L WITH STROKE': 'ł',
  'LATIN CAPITAL LETTER L WITH STROKE': 'Ł',
  'ZERO WIDTH JOINER': '\u200d',
  'ZERO WIDTH NON-JOINER': '\u200c',
};

const letter = /^(LATIN|GREEK) (SMALL|CAPITAL) LETTER (\w+)(?: WITH (.+))?$/;

const latinLetter = (name: string, mark: string | undefined): string | undefined => {
  if (name.length !== 1) return undefined;
  if (mark === undefined) return name;
  const joined = name + (marks[mark] ?? '');
  const single = joined.normalize('NFC');
  return joined !== name && single.length === 1 ? single : undefined;
};

const greekLetter = (name: string, mark: string | undefined): string | undefined => {
  const index = greekLetters.get(name);
  return index === undefined || mark !== undefined || name === '' ? undefined : String.fromCharCode(0x391 + index);
};

/** Undefined for a name that is not known here. */
export const characterNamed = (written: string): string | undefined => {
  const name = written.toUpperCase();
  const [, script, size, base = '', mark] = letter.exec(name) ?? [];
  const found = script === 'LATIN' ? latinLetter(base, mark) : script === 'GREEK' ? greekLetter(base, mark) : undefined;
  return signs[name] ?? (size === 'SMALL' ? found?.toLowerCase() : found);
};

/** The given secrets as one pattern, in every form in which a program prints a string. */

/** Shorter ones would blacken half of every line; they are masked where a key names them. */
const minLength = 4;
/** Longer ones are looked for piece by piece: of 32 KiB the engine makes no pattern, but an error that quotes all of it. */
const longestPiece = 4096;
/** A project can hold any number of them, and each is looked for at every sign of a text. */
const mostForms = 5000;
const mostCharacters = 1024 * 1024;
/** A short plain word ("postgres") is masked only where it stands alone. */
const plainWord = /^\w{1,15}$/;

const listForms = (secret: string): string[] => {
  const json = JSON.stringify(secret).slice(1, -1);
  const python = secret.replace(/\\/g, '\\\\').replace(/\n/g, '\\n').replace(/\r/g, '\\r').replace(/\t/g, '\\t');
  const forms = [json, python, python.replace(/'/g, "\\'"), ...secret.split(/\r?\n/).map((line) => line.trim())];
  // A lone surrogate cannot be written in a URL.
  if (secret.isWellFormed()) forms.push(encodeURIComponent(secret), encodeURIComponent(secret).replace(/%20/g, '+'));
  forms.push(secret.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;'));
  return forms;
};

const piecesOf = (form: string): string[] => {
  const pieces: string[] = [];
  let from = 0;
  for (; form.length - from >= longestPiece + minLength; from += longestPiece)
    pieces.push(form.slice(from, from + longestPiece));
  return [...pieces, form.slice(from)];
};

/** As many as may be looked for, in the given order. */
const chooseForms = (secrets: readonly string[]): Set<string> => {
  const forms = new Set<string>();
  let characters = 0;
  for (const secret of secrets) {
    if (forms.size >= mostForms) break;
    for (const form of listForms(secret).flatMap(piecesOf)) {
      if (form.length < minLength || form.includes('\n') || forms.has(form)) continue;
      if (forms.size >= mostForms || characters + form.length > mostCharacters) continue;
      forms.add(form);
      characters += form.length;
    }
  }
  return forms;
};

export const compileLiterals = (secrets: readonly string[]): RegExp | null => {
  const forms = chooseForms(secrets);
  if (forms.size === 0) return null;
  const patterns = [...forms]
    .sort((left, right) => right.length - left.length)
    .map((form) =>
      plainWord.test(form) ? `(?<![A-Za-z0-9])${RegExp.escape(form)}(?![A-Za-z0-9])` : RegExp.escape(form),
    );
  return new RegExp(patterns.join('|'), 'g');
};

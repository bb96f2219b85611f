/** The given secrets as one pattern, in every form in which a program prints a string. */

/** Shorter ones would blacken half of every line; they are masked where a key names them. */
const minLength = 4;
/** A short plain word ("postgres") is masked only where it stands alone. */
const plainWord = /^\w{1,15}$/;

const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');

const listForms = (secret: string): string[] => {
  const json = JSON.stringify(secret).slice(1, -1);
  const python = secret.replace(/\\/g, '\\\\').replace(/\n/g, '\\n').replace(/\r/g, '\\r').replace(/\t/g, '\\t');
  const forms = [json, python, python.replace(/'/g, "\\'"), ...secret.split(/\r?\n/).map((line) => line.trim())];
  // A lone surrogate cannot be written in a URL.
  if (secret.isWellFormed()) forms.push(encodeURIComponent(secret), encodeURIComponent(secret).replace(/%20/g, '+'));
  forms.push(secret.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;'));
  return forms;
};

export const compileLiterals = (secrets: readonly string[]): RegExp | null => {
  const forms = new Set(secrets.flatMap(listForms).filter((form) => form.length >= minLength && !form.includes('\n')));
  if (forms.size === 0) return null;
  const patterns = [...forms]
    .sort((left, right) => right.length - left.length)
    .map((form) =>
      plainWord.test(form) ? `(?<![A-Za-z0-9])${escapeRegExp(form)}(?![A-Za-z0-9])` : escapeRegExp(form),
    );
  return new RegExp(patterns.join('|'), 'g');
};

/** A format of Python's `logging`, in any of its three styles → what stands between the fields, and the fields. */

/** `isPadded`: blanks may stand around it. `cut`: only as many of its letters are written. */
export type FormatField = { name: string; isPadded: boolean; cut: number | null };

/** The text ahead of each field; what follows the last one is `tail`. */
export type FormatFields = { fields: readonly (FormatField & { ahead: string })[]; tail: string };

type Style = { field: RegExp; escaped: readonly (readonly [string, string])[] };

// Each with the name of a field, its width and its precision. `%%` and the like are found as a field without a name.
const styles: Readonly<Record<string, Style>> = {
  '%': { field: /%(?:\((\w+)\)[-+ #0]*(\d*)(?:\.(\d+))?[a-zA-Z]|%)/g, escaped: [['%%', '%']] },
  '{': {
    field: /\{\{|\}\}|\{(\w+)(?:![rsa])?(?::[^{}\d.]*(\d*)(?:\.(\d+))?[^{}]*)?\}/g,
    escaped: [
      ['{{', '{'],
      ['}}', '}'],
    ],
  },
  $: { field: /\$\$|\$(?:(\w+)|\{(\w+)\})/g, escaped: [['$$', '$']] },
};

const fieldOf = ({ 0: whole, 1: plain, 2: second, 3: precision }: RegExpExecArray): FormatField | undefined => {
  const name = plain ?? (whole.startsWith('${') ? second : undefined);
  if (name === undefined) return undefined;
  const width = whole.startsWith('$') ? '' : (second ?? '');
  return { name, isPadded: width !== '', cut: precision === undefined ? null : Number(precision) };
};

/** Undefined for a style that there is not. */
export const readFormat = (format: string, styleName: string): FormatFields | undefined => {
  const style = Object.hasOwn(styles, styleName) ? styles[styleName] : undefined;
  if (!style) return undefined;
  const fields: (FormatField & { ahead: string })[] = [];
  let ahead = '';
  let end = 0;
  for (const found of format.matchAll(style.field)) {
    ahead += format.slice(end, found.index);
    end = found.index + found[0].length;
    const field = fieldOf(found);
    if (field === undefined) {
      ahead += style.escaped.find(([written]) => written === found[0])?.[1] ?? '';
      continue;
    }
    fields.push({ ...field, ahead });
    ahead = '';
  }
  return { fields, tail: ahead + format.slice(end) };
};

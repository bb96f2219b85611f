/** `diffsettings`: `KEY = value`, with `###` behind what Django has no default for and before what is unchanged (`--all`). */
import type { RunResult } from '../../../contract/index.ts';

type SettingsResult = Extract<RunResult, { kind: 'settings' }>;

const setting = /^(### )?([A-Z][A-Z0-9_]*) = (.*)$/;
const withoutDefault = / {2}###$/;

/** Brackets that are open, and the quote that is, at the end of some lines of a value. */
type Reached = { depth: number; quote: string };

const begun: Reached = { depth: 0, quote: '' };

const readOn = ({ depth, quote }: Reached, line: string): Reached => {
  const reached = { depth, quote };
  for (let at = 0; at < line.length; at += 1) {
    const sign = line[at] as string;
    if (reached.quote !== '') {
      if (sign === '\\') at += 1;
      else if (sign === reached.quote) reached.quote = '';
    } else if (sign === "'" || sign === '"') reached.quote = sign;
    else if ('([{<'.includes(sign)) reached.depth += 1;
    else if (')]}>'.includes(sign)) reached.depth -= 1;
  }
  return reached;
};

/** Null where a value is told whole: what comes then was printed by the project, as it ended say. */
const afterLine = (reached: Reached, line: string): Reached | null => {
  const now = readOn(reached, line);
  return withoutDefault.test(line) || (now.depth <= 0 && now.quote === '') ? null : now;
};

/** The most that stand in the order of their names, as Django prints them: a project may print some before, in the same form. */
const inOrder = (settings: SettingsResult['settings']): SettingsResult['settings'] => {
  const lasts: number[] = [];
  const before = settings.map(({ key }, at) => {
    let [low, high] = [0, lasts.length];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if ((settings[lasts[middle] ?? 0]?.key ?? '') < key) low = middle + 1;
      else high = middle;
    }
    lasts[low] = at;
    return lasts[low - 1] ?? -1;
  });
  const kept: SettingsResult['settings'] = [];
  for (let at = lasts.at(-1) ?? -1; at >= 0; at = before[at] ?? -1) kept.push(settings[at] as (typeof kept)[number]);
  return kept.reverse();
};

export const parseSettings = (output: string): SettingsResult | null => {
  const settings: SettingsResult['settings'] = [];
  let open: Reached | null = null;
  for (const line of output.split('\n')) {
    const match = setting.exec(line);
    const last = settings.at(-1);
    if (match) {
      const [, unchanged, key = '', text = ''] = match;
      settings.push({ key, value: text.replace(withoutDefault, ''), changed: unchanged === undefined });
      open = afterLine(begun, text);
    } else if (last && open && line !== '') {
      // The repr of some objects, and a value too long for one line of the log, go on.
      last.value = `${last.value}\n${line.replace(withoutDefault, '')}`;
      open = afterLine(open, line);
    }
  }
  return settings.length > 0 ? { kind: 'settings', settings: inOrder(settings) } : null;
};

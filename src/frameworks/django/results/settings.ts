/** `diffsettings`: `KEY = value`, with `###` behind what Django has no default for and before what is unchanged (`--all`). */
import type { RunResult } from '../../../contract/index.ts';

type SettingsResult = Extract<RunResult, { kind: 'settings' }>;

const setting = /^(### )?([A-Z][A-Z0-9_]*) = (.*)$/;

export const parseSettings = (output: string): SettingsResult | null => {
  const settings: SettingsResult['settings'] = [];
  for (const line of output.split('\n')) {
    const match = setting.exec(line);
    const last = settings.at(-1);
    if (match) {
      const [, unchanged, key = '', text = ''] = match;
      settings.push({ key, value: text.replace(/ {2}###$/, ''), changed: unchanged === undefined });
    } else if (last && line !== '') {
      // The repr of some objects, and a value too long for one line of the log, go on.
      last.value = `${last.value}\n${line.replace(/ {2}###$/, '')}`;
    }
  }
  return settings.length > 0 ? { kind: 'settings', settings } : null;
};

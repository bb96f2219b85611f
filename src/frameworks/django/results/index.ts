/** The output of a command as data. What is not understood is null: the text stands beside it anyway. */
import type { RunResult } from '../../../contract/index.ts';
import { parseChanges } from './changes.ts';
import { parseCheck } from './check.ts';
import { parseMigrations } from './migrations.ts';
import { parsePlan } from './plan.ts';
import { parseSettings } from './settings.ts';

const parseVersion = (output: string): RunResult | null => {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const version = lines.findLast((line) => /^\d+\.\d\S*$/.test(line.trim()));
  return version ? { kind: 'version', version: version.trim() } : null;
};

/** By the command that ran, so that a preset of an administrator's own has its result too. */
const parsers: Record<string, (output: string) => RunResult | null> = {
  check: parseCheck,
  showmigrations: parseMigrations,
  diffsettings: parseSettings,
  migrate: parsePlan,
  makemigrations: parseChanges,
  version: parseVersion,
};

export const parseResult = (_presetKey: string, argv: readonly string[], output: string): RunResult | null => {
  const name = argv[1] ?? '';
  const parse = Object.hasOwn(parsers, name) ? parsers[name] : undefined;
  return parse?.(output) ?? null;
};

/** The guide and `inspector --help` tell the same in the same words. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { commands } from '../../src/cli/commands.ts';
import { settingRules } from '../../src/config.ts';
import { insightTitles } from '../../src/contract/words.ts';
import { djangoAllowlist } from '../../src/frameworks/django/allowlist.ts';
import { djangoPresets } from '../../src/frameworks/django/presets.ts';

const page = (name: string): string =>
  readFileSync(join(import.meta.dirname, '../../docs/guide', `${name}.md`), 'utf8').replaceAll('`', '');

test('every setting is in a table of the guide, with the words of the help', () => {
  const rows = [
    ...`${page('command-line')}\n${page('administration')}`.matchAll(/^\| (?:--)?([a-z-]+) \|.*\| (.+) \|$/gm),
  ];
  const told = new Map(rows.map(([, key = '', words = '']) => [key, words]));
  const missing = Object.entries(settingRules).filter(([key, { help }]) => !told.get(key)?.startsWith(help));
  assert.deepEqual(
    missing.map(([key, { help }]) => `${key}: ${help}`),
    [],
  );
});

test('every command is in the guide, with all its options, as the help has it', () => {
  // A long one goes on below.
  const lines = page('command-line')
    .replaceAll(/\n {4,}/g, ' ')
    .split('\n');
  const usages = Object.values(commands).map(({ usage }) => `inspector ${usage}`);
  assert.deepEqual(
    usages.filter((usage) => !lines.some((line) => line === usage || line.startsWith(`${usage}  `))),
    [],
  );
});

test('the guide tells the whole allowlist of presets, and nothing else', () => {
  const everywhere = new Set(['--verbosity', '--no-color', '--traceback']);
  const allowed = new Map<string, Set<string>>();
  for (const { prefix, flags, options } of djangoAllowlist) {
    const words = [...prefix, ...flags, ...Object.keys(options)].filter((word) => word.startsWith('--'));
    const known = allowed.get(prefix[1] ?? '') ?? [];
    allowed.set(prefix[1] ?? '', new Set([...known, ...words.filter((word) => !everywhere.has(word))]));
  }
  const told = [...page('administration').matchAll(/^- manage\.py (\w+)(.*)$/gm)].map(
    ([, name = '', rest = '']) => [name, new Set(rest.match(/--[a-z-]+/g))] as const,
  );
  assert.deepEqual(new Map(told), allowed);
});

test('the guide has every preset, by its key and by the name that the window gives it', () => {
  const told = [...page('runs').matchAll(/^\| ([a-z-]+) \| ([^|]+) \| manage\.py /gm)].map(([, key, label]) => [
    key,
    label,
  ]);
  assert.deepEqual(told.sort(), djangoPresets.map(({ key, label }) => [key, label]).sort());
});

test('the guide explains every insight by the title it has, in the order of the overview', () => {
  const section =
    page('overview')
      .split(/^## /m)
      .find((text) => text.startsWith('Insights\n')) ?? '';
  const told = [...section.matchAll(/^\| ([A-Z][^|]+) \|/gm)].map(([, title]) => title);
  assert.deepEqual(told, [...insightTitles]);
});

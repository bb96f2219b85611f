/** What the built window holds; `npm test` builds it before. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { builtWindow } from '../stage.ts';

const assets = join(builtWindow, 'assets');
const textOf = (ending: string): string =>
  readdirSync(assets)
    .filter((file) => file.endsWith(ending))
    .map((file) => readFileSync(join(assets, file), 'utf8'))
    .join('\n');
const classesIn = (text: string): Set<string> => new Set(text.match(/\bm_[0-9a-f]+\b/g));

test('every part of Mantine that is used has its styles', () => {
  const all = readFileSync(createRequire(import.meta.url).resolve('@mantine/core/styles.layer.css'), 'utf8');
  const [known, styled] = [classesIn(all), classesIn(textOf('.css'))];
  const used = [...classesIn(textOf('.js'))].filter((name) => known.has(name));
  assert.ok(used.length > 50, 'the classes are found');
  assert.deepEqual(
    used.filter((name) => !styled.has(name)),
    [],
  );
});

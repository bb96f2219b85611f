import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { settingRules } from '../../src/config.ts';
import { checkout } from './machine.ts';

const folder = join(checkout, 'docs/guide');
const pages = readdirSync(folder).filter((name) => name.endsWith('.md'));
const read = (page: string) => readFileSync(join(folder, page), 'utf8');
const linksOf = (page: string) => [...read(page).matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1] ?? '');
/** That a section is there is held against the served page (`test/http/guide.test.ts`). */
const isPage = (link: string): boolean => pages.includes(link.replace(/#.*$/, ''));
const isPicture = (link: string): boolean => link.startsWith('../pictures/') && existsSync(join(folder, link));

test('every link between pages of the guide leads somewhere, and every page is reached from the first', () => {
  for (const page of pages)
    for (const link of linksOf(page))
      assert.ok(isPage(link) || link.startsWith('https://') || isPicture(link), `${page}: ${link}`);
  assert.deepEqual(
    pages.filter((page) => page !== 'index.md' && !linksOf('index.md').includes(page)),
    [],
  );
});

test('the guide names every setting there is, and none that there is not', () => {
  const named = ['command-line.md', 'administration.md'].flatMap((page) =>
    [...read(page).matchAll(/^\| `(?:--)?([a-z-]+)` \|/gm)].map((match) => match[1]),
  );
  assert.deepEqual([...new Set(named)].sort(), Object.keys(settingRules).sort());
});

test('the defaults that the guide gives are the ones in force', () => {
  const units: Record<string, number> = { '': 1, s: 1, MiB: 1024 ** 2, GiB: 1024 ** 3 };
  let compared = 0;
  for (const [, key = '', amount, unit = ''] of read('administration.md').matchAll(
    /^\| `([a-z-]+)` \| (\d+) ?(\w*) \|/gm,
  )) {
    const rule = Object.entries(settingRules).find(([name]) => name === key)?.[1];
    assert.equal(Number(amount) * (units[unit] ?? Number.NaN), rule?.fallback, key);
    compared += 1;
  }
  assert.ok(compared >= 9, `${compared} compared`);
});

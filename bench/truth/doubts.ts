/**
 * Doubts: the same project with conditions written into its text that only Python can tell, all of which leave it as it is. Read again, it
 * must claim nothing that its live registry does not have. What is left open is fine.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReadModel } from '../../src/frameworks/django/models/model.ts';
import type { LiveData } from '../../src/frameworks/django/probe/live.ts';
import { type Random, randomFrom } from '../../test/random.ts';
import { type Claims, claimsOfModels, claimsOfUnmade, readWith, toldOf } from './cold.ts';

type Line = { text: string; name: string; pad: string };
type Doubt = (line: Line, random: Random) => string[];

const HOLDS = ['if os.getpid() > 0:', 'if len(str(os.getpid())):'];
const NEVER = 'if os.getpid() < 0:';

const inside = (text: string): string => (text === '' ? '' : `    ${text}`);

/** A field that stands behind a condition, may be another one, or has another beside it. */
const fieldDoubts: readonly Doubt[] = [
  ({ text, pad }, { pick }) => [pad + pick(HOLDS), inside(text)],
  ({ text, pad, name }, { pick }) => [
    pad + pick(HOLDS),
    inside(text),
    `${pad}else:`,
    `${pad}    ${name} = models.IntegerField(null=True, db_index=True)`,
  ],
  ({ text, pad, name }) => [pad + NEVER, `${pad}    never_${name} = models.IntegerField()`, text],
  ({ text, pad, name }) => [pad + NEVER, `${pad}    ${name} = models.IntegerField()`, `${pad}else:`, inside(text)],
  ({ text, pad, name }) => [text, pad + NEVER, `${pad}    ${name} = models.TextField(null=True)`],
  ({ text }) => [
    text.replace(/\((.*?),?\s*\)$/, (_, given: string) => {
      const more = '**({} if os.getpid() > 0 else {"db_index": True})';
      return `(${given === '' ? '' : `${given}, `}${more})`;
    }),
  ],
];

const FIELD = /^ {4}(\w+) = models\.\w+\(.*\)$/;
const OPTION = /^ {8}(\w+) = (?!.*[([{,\\]$).*$/;
const OPTIONS = new Set(
  'abstract constraints db_table default_related_name get_latest_by indexes managed ordering unique_together verbose_name'.split(
    ' ',
  ),
);
const MODEL = /^class (\w+)\((?!.*(?:Choices|Enum|Field|Manager|QuerySet|type\b)).*\):$/;

/** Where the block ends that begins at a line. */
const endOf = (lines: readonly string[], at: number): number => {
  const end = lines.findIndex((line, index) => index > at && /^\S/.test(line));
  return end < 0 ? lines.length : end;
};

/** Of a class: it stands behind a condition, has one beside it that is never made, or is never given a field. */
const classDoubts: readonly ((block: readonly string[], name: string, random: Random) => string[])[] = [
  (block, _, { pick }) => [pick(HOLDS), ...block.map(inside)],
  (block, name) => [
    NEVER,
    `    class Never${name}(models.Model):`,
    '        word = models.IntegerField()',
    '',
    ...block,
  ],
  (block, name) => [...block, NEVER, `    ${name}.add_to_class("never", models.IntegerField())`, ''],
];

/** The text with doubts; null: nothing in it can be doubted. */
const withDoubts = (text: string, random: Random): string | null => {
  const { next, pick } = random;
  const lines = text.split('\n');
  const written: string[] = [];
  let doubts = 0;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const [field, option, model] = [FIELD, OPTION, MODEL].map((form) => form.exec(line)?.[1]);
    const end = endOf(lines, at);
    const isWhole = !written.at(-1)?.startsWith('@') && !lines.slice(at, end).some((each) => each.includes('"""'));
    if (field !== undefined && next(3) === 0) {
      written.push(...pick(fieldDoubts)({ text: line, name: field, pad: '    ' }, random));
      doubts += 1;
    } else if (option !== undefined && OPTIONS.has(option) && next(6) === 0) {
      written.push(`        ${pick(HOLDS)}`, inside(line));
      doubts += 1;
    } else if (model !== undefined && isWhole && next(5) === 0) {
      written.push(...pick(classDoubts)(lines.slice(at, end), model, random));
      doubts += 1;
      at = end - 1;
    } else written.push(line);
  }
  if (doubts === 0) return null;
  const from = written.findLastIndex((line) => line.startsWith('from __future__')) + 1;
  written.splice(from, 0, 'import os', 'from django.db import models');
  return written.join('\n');
};

const isCode = (path: string): boolean =>
  path.endsWith('.py') && !/(?:^|\/)(?:migrations\/.*|settings|manage|apps|__init__)(?:\.py|$)/.test(path);

/** Of which what is shown is said to be all there is, and certain; what is inherited is marked where it stands. */
const sureOf = (models: readonly ReadModel[]): ReadModel[] => {
  const byId = new Map(models.map((model) => [model.id, model]));
  const isSure = ({ isOpen, unsure, mayHave, bases }: ReadModel): boolean =>
    !isOpen &&
    !unsure &&
    mayHave === null &&
    bases.every((base) => {
      const parent = byId.get(base);
      return parent === undefined || isSure(parent);
    });
  return models.filter(isSure);
};

/** What a project full of doubts is said to be, and what of that is untrue. `onWrong` finds the text still there. */
export const readDoubtful = (
  { root, live, packages, seed }: { root: string; live: LiveData; packages: string[]; seed: number },
  onWrong: () => void,
): Claims => {
  const random = randomFrom(seed);
  const before = new Map<string, string>();
  for (const path of readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(isCode).sort()) {
    const file = join(root, path);
    const text = readFileSync(file, 'utf8');
    const doubted = withDoubts(text, random);
    if (doubted === null) continue;
    before.set(file, text);
    writeFileSync(file, doubted);
  }
  try {
    const { models, detail } = readWith(root, live, packages);
    const own = sureOf(models).filter((model) => model.own && !model.abstract);
    const claims = toldOf([...claimsOfModels(own, live), ...claimsOfUnmade(detail, live)]);
    if (claims.untrue.length > 0) onWrong();
    return claims;
  } finally {
    for (const [file, text] of before) writeFileSync(file, text);
  }
};

/** Random edits of the models that a project has, as people make them, each kept where Django still starts with it. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Random, randomFrom } from '../../test/random.ts';
import { keepWorking, runStarted } from './found-apps.ts';

const FIELD = /^( +)(\w+) = models\.(\w+(?:Field|Key))\((.*)\)$/;
const MODEL = /^class \w+\(.*(?:Model|Base\w*)\):$/;

type Line = { indent: string; name: string; kind: string; args: string };

const written = ({ indent, name, kind, args }: Line): string => `${indent}${name} = models.${kind}(${args})`;

const given = (line: Line, argument: string): Line | undefined =>
  line.args.includes(argument.split('=')[0] ?? '')
    ? undefined
    : { ...line, args: line.args.trim() === '' ? argument : `${line.args}, ${argument}` };

const others: Readonly<Record<string, string>> = {
  BooleanField: 'IntegerField',
  CharField: 'TextField',
  DateField: 'DateTimeField',
  IntegerField: 'BigIntegerField',
  TextField: 'BinaryField',
};

/** What becomes of the line of a field; undefined where it cannot be edited so. */
const fieldEdits: readonly ((line: Line) => string | undefined)[] = [
  ({ indent }) => `${indent}pass`,
  (line) => written({ ...line, name: `other_${line.name}` }),
  (line) => (others[line.kind] === undefined ? undefined : written({ ...line, kind: others[line.kind] ?? '' })),
  (line) => {
    const args = line.args.replace(/max_length=(\d+)/, (_, length) => `max_length=${Number(length) + 1}`);
    return args === line.args ? undefined : written({ ...line, args });
  },
  ...['null=True', 'blank=True', 'help_text="edited"', 'db_index=True', 'verbose_name="edited"', 'unique=True'].map(
    (argument) => (line: Line) => {
      const edited = given(line, argument);
      return edited && written(edited);
    },
  ),
];

const newLines = [
  '    edited = models.IntegerField(default=0)',
  '    edited = models.ForeignKey("self", models.CASCADE, null=True, related_name="+")',
  '    edited = models.ManyToManyField("self")',
];

const editText = (text: string, random: Random): string | undefined => {
  const lines = text.split('\n');
  const fields = lines.flatMap((line, at) => (FIELD.test(line) ? at : []));
  const models = lines.flatMap((line, at) => (MODEL.test(line) ? at : []));
  if (models.length > 0 && (fields.length === 0 || random.next(4) === 0)) {
    lines.splice(random.pick(models) + 1, 0, random.pick(newLines));
    return lines.join('\n');
  }
  if (fields.length === 0) return undefined;
  const at = random.pick(fields);
  const [, indent = '', name = '', kind = '', args = ''] = FIELD.exec(lines[at] ?? '') ?? [];
  const edited = random.pick(fieldEdits)({ indent, name, kind, args });
  if (edited === undefined) return undefined;
  lines[at] = edited;
  return lines.join('\n');
};

const modelFiles = (root: string): string[] =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => /(?:^|\/)models(?:\/.*)?\.py$/.test(path) && !/(?:^|\/)(?:\.|migrations\/)/.test(path))
    .sort();

const makeStates = `
from django.apps import apps
from django.db.migrations.state import ModelState
for model in apps.get_models():
    ModelState.from_model(model)
`;

// Edits at once, so that one that breaks the project does not cost a start for every other.
const TOGETHER = 12;

/** One edit in each file of models; gives how many were kept. */
export const editModels = (root: string, python: string, seed: number): number => {
  const random = randomFrom(seed);
  const edits = modelFiles(root).flatMap((path) => {
    const file = join(root, path);
    const before = readFileSync(file, 'utf8');
    const after = editText(before, random);
    return after === undefined ? [] : [{ file, before, after }];
  });
  let kept = 0;
  for (let at = 0; at < edits.length; at += TOGETHER) {
    const group = edits.slice(at, at + TOGETHER);
    kept += keepWorking(group, (chosen) => {
      for (const edit of group) writeFileSync(edit.file, chosen.includes(edit) ? edit.after : edit.before);
      return runStarted(python, root, makeStates);
    }).length;
  }
  return kept;
};

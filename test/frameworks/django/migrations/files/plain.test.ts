/** Migrations that are read straight from their text say what they would say if they were evaluated, or are evaluated. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { damage } from '../../../../../bench/fuzz/damage.ts';
import { migration as sample } from '../../../../../bench/fuzz/samples.ts';
import { openFolder } from '../../../../../src/folder/folder.ts';
import { djangoInterpreter } from '../../../../django-python.ts';
import { randomFrom } from '../../../../random.ts';
import { holdPlain } from './hold-plain.ts';
import { migrationOf, plainMigrations, withField } from './plain-migrations.ts';

/** Texts of all that lie below a folder. */
const migrationsBelow = (root: string): string[] => {
  const folder = openFolder(root);
  const { files } = folder.list({ accept: (_, path) => /\/migrations\/[^_/][^/]*\.py$/.test(path) });
  return files.map((path) => readFileSync(join(root, path), 'utf8'));
};

describe('a migration that says all by itself', () => {
  for (const [what, text] of Object.entries(plainMigrations))
    test(`is read straight from its text, and says the same as when it is evaluated: ${what}`, () => {
      assert.ok(holdPlain(text), text);
      // Once more: calls that stand in other places alike are known by now.
      assert.ok(holdPlain(text.replace('\n', '\n\n')), text);
    });

  const more: Record<string, string> = {
    'a setting that is asked for by code': withField('models.CharField(default=getattr(settings, "X", 1))'),
    sums: withField('models.CharField(default="a" + "b")'),
    'parts that are joined by operators': withField('models.CharField(condition=models.Q(a=1) | models.Q(b=2))'),
    'methods of what it makes': withField('models.CharField(order=models.F("a").desc())'),
    'formatted texts': withField('models.CharField(default=f"{1}")'),
    bytes: withField('models.CharField(default=b"x")'),
    loops: migrationOf('migrations.DeleteModel(name) for name in ["A"]'),
    'what is spread': withField('models.CharField(*[1], **{})'),
    'a name that it does not have': withField('models.CharField(default=missing)'),
    'a name that the class has itself': withField('models.CharField(default=initial)', 'initial = 1\n'),
    'classes of choices': withField('models.CharField(default=models.TextChoices("Kind", "A B"))'),
    conditions: withField('models.CharField()', 'if settings.DEBUG:\n    x = 1\n'),
    'code in its class': `${migrationOf('')}\n    def __init__(self, name, app_label):\n        super().__init__(name, app_label)\n`,
    'code behind its class': `${migrationOf('')}\nMigration.atomic = False\n`,
    'what a function of its own holds or gives': withField(
      'models.CharField(default=make.x)',
      'def make():\n    return 1\n',
    ),
    'another class': `${migrationOf('')}\nclass Other(Migration):\n    pass\n`,
    'a base of its own': migrationOf('').replace('(migrations.Migration)', '(Base)'),
    'a word of the language in the place of a name': withField('models.CharField(def=1)'),
    'names from elsewhere in its package': migrationOf('', 'from .base import *\n'),
    'a bracket without end': withField('models.CharField('),
  };
  for (const [what, text] of Object.entries(more))
    test(`is left to the evaluator where it says more than plain values: ${what}`, () => {
      assert.equal(holdPlain(text), false, text);
    });

  test('most migrations of Django itself are read straight from their text, and say the same', () => {
    const texts = djangoInterpreter.sitePackages.flatMap(migrationsBelow);
    const ofDjango = texts.filter((text) => text.includes('class Migration(migrations.Migration)'));
    const held = ofDjango.filter(holdPlain);
    assert.ok(ofDjango.length >= 20, `${ofDjango.length} migrations`);
    assert.ok(held.length >= ofDjango.length * 0.7, `${held.length} of ${ofDjango.length}`);
  });

  test('whatever becomes of its text, it says the same as when it is evaluated', () => {
    const samples = [sample, ...Object.values(plainMigrations)].map((text) => Buffer.from(text));
    let held = 0;
    for (let seed = 1; seed <= 4000; seed++) held += Number(holdPlain(damage(samples, randomFrom(seed)).toString()));
    assert.ok(held > 200, `${held} of them`);
  });
});

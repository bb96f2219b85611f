/** Conditions that cannot be told leave open what their sides may change, and nothing else, whichever side Python takes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { djangoVersion } from '../../../../django-python.ts';
import { both, kept, name, plain, tell } from '../untold.ts';

const indented = (code: string, depth = 1): string => code.trim().replaceAll(/^(?=.)/gm, '    '.repeat(depth));

/** The same code where Python takes it and where it does not. */
const asConditions = (code: string, otherwise = 'pass'): Record<string, string> => ({
  'a condition that holds': `if len(WORDS) > 1:\n${indented(code)}\nelse:\n${indented(otherwise)}\n`,
  'a condition that does not hold': `if len(WORDS) > 5:\n${indented(code)}\nelse:\n${indented(otherwise)}\n`,
});

const asCases = (code: string): Record<string, string> => ({
  'a case that holds': `match len(WORDS):\n    case 2:\n${indented(code, 2)}\n    case _:\n        pass\n`,
  'a case that does not hold': `match len(WORDS):\n    case 5:\n${indented(code, 2)}\n`,
});

const extra = `
from django.utils.functional import cached_property
LIMIT = 5
class Kind(models.TextChoices):
    ONE = "1", "One"
def upload(instance, name):
    return name
class Extra(models.Model):
    number = models.IntegerField(default=0)
    file = models.FileField(upload_to=upload)
    class Meta:
        ordering = ["number"]
    @property
    def twice(self):
        return 2 * self.number
    @cached_property
    def thrice(self):
        return 3 * self.number
`;

for (const [where, code] of Object.entries({ ...asConditions(extra), ...asCases(extra) })) {
  test(`${where} leaves only the models open that it makes`, (context) => {
    const { told, open, codes } = tell(context, code + kept, { ...both, Extra: name });
    assert.deepEqual([told, open, codes], [plain, 1, ['condition_not_known']]);
  });

  test(`${where} leaves open what builds on its models, and what a new one may be renamed from`, (context) => {
    const child = where.includes('not') ? '' : '\nclass Child(Extra):\n    pass\n';
    const gone = ', ("number", models.IntegerField(default=0)), ("file", models.FileField(upload_to=""))';
    assert.deepEqual(tell(context, code + kept + child, { Kept: name, Gone: gone }).told, plain.slice(0, 2));
  });
}

for (const [where, code] of Object.entries(
  asConditions(
    'class Extra(models.Model):\n    a = models.TextField(default="")',
    'class Extra(models.Model):\n    b = 1',
  ),
))
  test(`${where} leaves a model open that both of its sides make`, (context) => {
    const { told, codes } = tell(context, code + kept, { ...both, Extra: '' });
    assert.deepEqual([told, codes], [plain, ['condition_not_known']]);
  });

const changes = 'Kept.add_to_class("more", models.IntegerField(default=0))\nNAMES.append(("c", "C"))\nSIZES["a"] = 9';

for (const [where, code] of Object.entries({ ...asConditions(changes, 'SIZES["a"] = 3'), ...asCases(changes) }))
  test(`${where} leaves open what it changes: a model, a list, a dict`, (context) => {
    const lists = 'NAMES = [("a", "A")]\nSIZES = {"a": 3}\n';
    const other = `
class Other(models.Model):
    named = models.CharField(max_length=3, choices=NAMES)
    sized = models.CharField(max_length=SIZES["a"])
    new = models.IntegerField(default=0)
class Clear(models.Model):
    pass
`;
    const named = '("named", models.CharField(choices=[("a", "A")], max_length=3))';
    const before = { ...both, Other: `, ${named}, ("sized", models.CharField(max_length=4))`, Clear: name };
    const { told, open, codes } = tell(context, lists + kept + code + other, before);
    const expected = ['core field_added other new', 'core field_removed clear name', 'core model_removed gone'];
    assert.deepEqual([told, open, codes.includes('condition_not_known')], [expected, 1, true]);
  });

const numbered = 'class Renamed(models.Model):\n    number = models.IntegerField(default=0)';

for (const [where, code] of Object.entries(asConditions(numbered)))
  test(`${where} leaves open whether a model is new that one of its own may be renamed to`, (context) => {
    const fresh = '\nclass Fresh(models.Model):\n    number = models.IntegerField(default=0)\n';
    const before = { ...both, Renamed: ', ("number", models.IntegerField(default=0))' };
    assert.deepEqual(tell(context, code + kept + fresh, before).told, plain);
  });

for (const [what, code] of Object.entries({
  'a module that nothing else imports': 'from . import helping',
  'names of a module that nothing else imports': 'from .helping import change',
  'a function of another module': 'import core.called\ncore.called.change(Kept)',
  'an alias of a model': 'alias = Kept\nalias.add_to_class("more", models.TextField(null=True))',
  'what code is run': 'exec("Kept.add_to_class(\'more\', models.TextField(null=True))")',
  'a base that hears of its children': 'class Child(Hearing):\n    pass',
  'a decorator that changes what it is given': '@more\nclass Child(models.Model):\n    pass',
  'one name for two classes': 'Base = Kept',
}))
  for (const [where, conditional] of Object.entries(asConditions(code)))
    test(`${where} leaves everything of its app open with ${what}`, (context) => {
      const head = `
import core.called
Base = models.Model
class Hearing:
    def __init_subclass__(cls):
        Kept.add_to_class("more", models.TextField(null=True))
def more(cls):
    Kept.add_to_class("more", models.TextField(null=True))
    return cls
`;
      const change = 'def change(model):\n    model.add_to_class("more", models.TextField(null=True))\n';
      const files = {
        'core/called.py': `from django.db import models\n${change}`,
        'core/helping.py': `from django.db import models\nfrom .models import Kept\n${change}change(Kept)\n`,
      };
      const late = '\nclass Late(Base):\n    late = models.IntegerField(default=0)\n';
      const { told, open } = tell(context, head + kept + conditional + late, both, files);
      assert.deepEqual([told, open], [[], 1]);
    });

test('a list of names that two sides give different is not known in models, though both are shown in settings', (context) => {
  const code = `
if len(WORDS) > 1:
    TOGETHER = ["a", "b"]
else:
    TOGETHER = ["a"]
class Other(models.Model):
    a = models.IntegerField(default=0)
    b = models.IntegerField(default=0)
    class Meta:
        ordering = TOGETHER
`;
  const fields = ', ("a", models.IntegerField(default=0)), ("b", models.IntegerField(default=0))';
  const { told, open } = tell(context, code + kept, { ...both, Other: fields });
  assert.deepEqual([told, open], [plain, 1]);
});

test('a primary key, the way to a parent, a manager or one of two fields behind a condition: nothing is told in their place', (context) => {
  const models = `
class People(models.Manager):
    use_in_migrations = True
class Keyed(models.Model):
    if len(WORDS) > 1:
        code = models.CharField(max_length=3, primary_key=True)
class Managed(models.Model):
    if len(WORDS) > 1:
        people = People()
class Linked(Managed):
    if len(WORDS) > 1:
        up = models.OneToOneField(Managed, models.CASCADE, parent_link=True)
    else:
        up = models.IntegerField()
class First(models.Model):
    if len(WORDS) > 1:
        note = models.TextField(default="")
    class Meta:
        abstract = True
class Second(models.Model):
    note = models.CharField(max_length=3)
    class Meta:
        abstract = True
class Third(models.Model):
    if len(WORDS) > 1:
        note = models.TextField(default="")
    class Meta:
        abstract = True
class Noted(First, Second):
    pass
class Either(Second, Third):
    pass
`;
  const before = {
    ...both,
    Noted: ', ("note", models.TextField(default=""))',
    // Up to Django 3.2 both come through, and the last one counts.
    Either:
      djangoVersion < 4 ? ', ("note", models.TextField(default=""))' : ', ("note", models.CharField(max_length=3))',
  };
  const operations = `
        migrations.CreateModel("Keyed", [("code", models.CharField(max_length=3, primary_key=True, serialize=False))]),
        migrations.CreateModel("Managed", [("id", models.AutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"))], managers=[("people", core.models.People())]),
        migrations.CreateModel("Linked", [("up", models.OneToOneField(on_delete=models.CASCADE, parent_link=True, primary_key=True, serialize=False, to="core.managed"))], bases=("core.managed",), managers=[("people", core.models.People())]),
`;
  const { told, codes } = tell(context, models + kept, before, {}, operations);
  assert.deepEqual(told, plain);
  assert.deepEqual(codes, ['field_unknown', 'field_unknown', 'field_unknown', 'field_unknown']);
});

test('a model of which nobody can tell whether it is abstract: neither it nor what derives from it is told to be new', (context) => {
  const models = `
class Base(models.Model):
    word = models.CharField(max_length=3)
    many = models.ManyToManyField("self")
    class Meta:
        abstract = len(WORDS) > 1
        ordering = ["word"]
class Child(Base):
    pass
class Alone(models.Model):
    word = models.CharField(max_length=3)
    class Meta(Base.Meta):
        abstract = False
`;
  const word = ', ("word", models.CharField(max_length=3))';
  const before = { ...both, Child: `${word}, ("many", models.ManyToManyField(to="core.child"))` };
  const operations = `
        migrations.AlterModelOptions("child", {"ordering": ["word"]}),
        migrations.CreateModel("Alone", [("id", models.AutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"))${word}], options={"ordering": ["word"]}),
`;
  const { told, codes, models: read } = tell(context, models + kept, before, {}, operations);
  // It may be the one that is gone, under another name.
  assert.deepEqual([told, codes], [plain.slice(0, 2), ['abstract_unknown']]);
  assert.deepEqual(
    read
      .filter(({ isOpen }) => isOpen)
      .map(({ name }) => name)
      .sort(),
    ['Base', 'Base_many', 'Child'],
  );
});

test('a new model of which not all is known may be one that is gone, renamed: what pointed at that and points at it is not told to be altered', (context) => {
  const asNew = {
    'a model that a condition may add a field to':
      'class Rock(models.Model):\n    word = models.CharField(max_length=3)\nif len(WORDS) > 5:\n    Rock.add_to_class("never", models.TextField())\n',
    'a model that stands behind a condition':
      'if len(WORDS) > 1:\n    class Rock(models.Model):\n        word = models.CharField(max_length=3)\n',
  };
  const word = ', ("word", models.CharField(max_length=3))';
  const pointer = `
class Pointer(models.Model):
    one = models.ForeignKey("core.Rock", models.CASCADE)
    many = models.ManyToManyField("core.Rock", related_name="back")
`;
  const pointed =
    ', ("one", models.ForeignKey(on_delete=models.CASCADE, to="core.stone")), ("many", models.ManyToManyField(related_name="back", to="core.Stone"))';
  const before = { Kept: name, Stone: word, Pointer: pointed };
  for (const [what, code] of Object.entries(asNew))
    assert.deepEqual(tell(context, code + pointer + kept, before).told, plain.slice(0, 2), what);
});

test('a name for the ways back that Meta has behind a condition: fields without one of their own are not told to be altered', (context) => {
  const models = `
class Pointer(models.Model):
    one = models.ForeignKey("core.Kept", models.CASCADE)
    class Meta:
        if len(WORDS) > 1:
            default_related_name = "pointers"
`;
  // Up to Django 3.2 migrations have the name that the field got.
  const wayBack = djangoVersion < 4 ? 'related_name="pointers", ' : '';
  const operations = `migrations.CreateModel("Pointer", [("id", models.AutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")), ("one", models.ForeignKey(on_delete=models.CASCADE, ${wayBack}to="core.kept"))], options={"default_related_name": "pointers"}),`;
  assert.deepEqual(tell(context, models + kept, both, {}, operations).told, plain);
});

test('indexes that a new model has behind a condition are not told to be made', (context) => {
  const models = `
class Fresh(models.Model):
    word = models.CharField(max_length=5)
    class Meta:
        if len(WORDS) > 1:
            indexes = []
            constraints = []
`;
  assert.deepEqual(tell(context, models + kept, { Kept: name }).told, [...plain.slice(0, 2), 'core model_added fresh']);
});

test('a constraint or an index of which one argument has a name that nobody can tell is not told to be made anew', (context) => {
  const models = `
class Kept(models.Model):
    fresh = models.TextField(default="")
    class Meta:
        constraints = [models.UniqueConstraint(name="one", fields=["fresh"], **{"condition" if len(WORDS) > 1 else "check": models.Q(fresh="a")})]
        indexes = [models.Index(name="two", **{eval('"fields"'): ["fresh"]}), models.Index(name="three", fields=["fresh"])]
`;
  const parts = `
        migrations.AddField("kept", "fresh", models.TextField(default="")),
        migrations.AddConstraint("kept", models.UniqueConstraint(condition=models.Q(fresh="a"), fields=["fresh"], name="one")),
        migrations.AddIndex("kept", models.Index(fields=["fresh"], name="two")),
        migrations.AddIndex("kept", models.Index(fields=["-fresh"], name="three")),`;
  const { told, open } = tell(context, models, both, {}, parts);
  assert.deepEqual(told, ['core field_removed kept name', 'core index_changed kept', 'core model_removed gone']);
  assert.equal(open, 1);
});

/** Loops that cannot be followed leave open what they may change, and nothing else; what is told of the rest is what makemigrations says. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { both, kept, name, plain, tell } from '../untold.ts';

test('a loop that fills a list of choices leaves only these open', (context) => {
  const choices = `
CHOICES = []
LABELS = {}
for word in WORDS:
    label = word.title().replace("_", " ")
    CHOICES.append((word, "%s!" % label))
    LABELS[word] = label
class Other(models.Model):
    word = models.CharField(max_length=3, choices=CHOICES)
`;
  const before = {
    ...both,
    Other: ', ("word", models.CharField(choices=[("one", "One!"), ("two", "Two!")], max_length=3))',
  };
  const { told, open, codes } = tell(context, choices + kept, before);
  assert.deepEqual([told, open, codes], [plain, 1, ['loop_not_followed']]);
});

test('a loop in a function that is asked for choices leaves only these open, also where it returns or gives one by one', (context) => {
  const choices = `
def listed():
    found = []
    for word in WORDS:
        found.append((word, word))
    return found
def first():
    for word in WORDS:
        if word != "one":
            return word
    return "none"
def given():
    for word in WORDS:
        yield word, word
class Other(models.Model):
    a = models.CharField(max_length=3, choices=listed())
    b = models.CharField(max_length=3, default=first())
    c = models.CharField(max_length=3, choices=given())
    new = models.IntegerField(default=0)
`;
  const char = 'models.CharField(choices=[("one", "one"), ("two", "two")], max_length=3)';
  const before = {
    ...both,
    Other: `, ("a", ${char}), ("b", models.CharField(default="two", max_length=3)), ("c", ${char})`,
  };
  const { told, open } = tell(context, choices + kept, before);
  assert.deepEqual([told, open], [['core field_added kept fresh', 'core field_added other new', ...plain.slice(1)], 1]);
});

test('a loop that adds to models which it names leaves these and their children open', (context) => {
  const adds = `
class Base(models.Model):
    class Meta:
        abstract = True
class Named(models.Model):
    pass
class Set(models.Model):
    pass
for word in WORDS:
    Base.add_to_class(word + "_base", models.IntegerField(default=0))
    Named.add_to_class(word, models.IntegerField(default=0))
    setattr(Set, "about_" + word, property(lambda self: word))
    Set._meta.verbose_name = word
class Child(Base):
    pass
`;
  const before = { ...both, Child: ', ("one_base", models.IntegerField(default=0))', Named: name, Set: name };
  const { told, open } = tell(context, adds + kept, before);
  assert.deepEqual([told, open], [plain, 1]);
});

test('a loop in the body of a class leaves that class open', (context) => {
  const body = `
class Words(models.Model):
    for word in WORDS:
        locals()[word + "_text"] = models.TextField(default="")
    known = models.IntegerField(default=0)
`;
  const { told, open } = tell(context, body + kept, { ...both, Words: name });
  assert.deepEqual([told, open], [plain, 1]);
});

for (const [what, code] of Object.entries({
  'models of its own': 'for word in WORDS:\n    type(word.title(), (models.Model,), {"__module__": __name__})\n',
  'whatever model it fetches':
    'from django.apps import apps\nfor word in WORDS:\n    for model in apps.get_app_config("core").models.values():\n        model.add_to_class(word, models.TextField(null=True))\n',
  'names of its module': 'for word in WORDS:\n    globals()[word.title()] = type(word, (), {})\n',
  'what a function of another module is told': 'from . import helping\nfor word in WORDS:\n    helping.change(word)\n',
  'an object of its own': 'from .helping import changer\nfor word in WORDS:\n    changer.change(word)\n',
  'a function of the same module that does':
    'def change(model, word):\n    model.add_to_class(word, models.TextField(null=True))\ndef all_of(word):\n    change(Kept, word)\nfor word in WORDS:\n    all_of(word)\n',
  'an alias of a model':
    'for word in WORDS:\n    alias = Kept\n    alias.add_to_class(word, models.TextField(null=True))\n',
  'a model in a list':
    'MODELS = [Kept]\nfor word in WORDS:\n    MODELS[0].add_to_class(word, models.TextField(null=True))\n',
  'what code is run': 'for word in WORDS:\n    exec("Kept.add_to_class(word, models.TextField(null=True))")\n',
}))
  test(`a loop that may change ${what} leaves everything of its app open`, (context) => {
    const helping = `from django.db import models
def change(word):
    from .models import Kept
    Kept.add_to_class(word, models.TextField(null=True))
class Changer:
    change = staticmethod(change)
changer = Changer()
`;
    const { told, open } = tell(context, kept + code, both, { 'core/helping.py': helping });
    assert.deepEqual([told, open], [[], 1]);
  });

test('a loop with an end that cannot be told is left open like one that goes over something', (context) => {
  const loop = `
LEFT = random.randint(3, 3)
NAMES = []
while len(NAMES) < LEFT:
    NAMES.append(("a", "b"))
class Other(models.Model):
    word = models.CharField(max_length=3, choices=NAMES)
`;
  const choices = 'choices=[("a", "b"), ("a", "b"), ("a", "b")]';
  const before = { ...both, Other: `, ("word", models.CharField(${choices}, max_length=3))` };
  const { told, open, codes } = tell(context, loop + kept, before);
  assert.deepEqual([told, open, codes], [plain, 1, ['loop_not_followed']]);
});

test('what a loop may put into a dict or a list is not taken for what was there before', (context) => {
  const code = `
SIZES = {"a": 5, "b": 6}
WIDTHS = [7, 8]
for word in WORDS:
    SIZES["a"] = 9
    WIDTHS[0] = 9
class Other(models.Model):
    a = models.CharField(max_length=SIZES["a"])
    b = models.CharField(max_length=WIDTHS[0])
`;
  const before = ', ("a", models.CharField(max_length=9)), ("b", models.CharField(max_length=9))';
  const { told, open } = tell(context, code + kept, { ...both, Other: before });
  assert.deepEqual([told, open], [plain, 1]);
});

test('a field whose name in locals() cannot be told leaves its class open', (context) => {
  const body = `
class Words(models.Model):
    for number in (1, 2):
        locals()["text_" + WORDS[number - 1]] = models.TextField(default="")
`;
  const before = {
    ...both,
    Words: ', ("text_one", models.TextField(default="")), ("text_two", models.TextField(default=""))',
  };
  const { told, open } = tell(context, body + kept, before);
  assert.deepEqual([told, open], [plain, 1]);
});

test('fields that are put into locals() or vars() by names that cannot be told leave their class open, and no other', (context) => {
  const body = `
def give(names):
    names[WORDS[0]] = models.TextField(default="")
class Updated(models.Model):
    locals().update({word: models.TextField(default="") for word in WORDS})
class Given(models.Model):
    vars().update(**{WORDS[0]: models.TextField(default="")})
class Names(models.Model):
    names = locals()
    names.setdefault(WORDS[0], models.TextField(default=""))
    del names
class Handed(models.Model):
    give(locals())
class Told(models.Model):
    vars().update({"two": models.TextField(default="")})
`;
  const field = ', ("one", models.TextField(default=""))';
  const { told, open } = tell(context, body + kept, {
    ...both,
    ...{ Updated: `${field}, ("two", models.TextField(default=""))`, Given: field, Names: field, Handed: field },
    Told: ', ("two", models.TextField(default="")), ("three", models.IntegerField())',
  });
  assert.deepEqual([told, open], [[...plain, 'core field_removed told three'].sort(), 1]);
});

test('code that goes through the attributes of a finished model finds no fields there', (context) => {
  const code = `
def explain(cls):
    for item in vars(cls).values():
        if isinstance(item, models.Field):
            item.help_text = "explained"
    return cls
@explain
class Words(models.Model):
    word = models.CharField(max_length=9)
`;
  const { told, open } = tell(context, code + kept, { ...both, Words: ', ("word", models.CharField(max_length=9))' });
  assert.deepEqual([told, open], [plain, 0]);
});

test('a field that an abstract model gets when it has children already is one of later children only', (context) => {
  const code = `
class Base(models.Model):
    class Meta:
        abstract = True
class Before(Base):
    pass
class Middle(Base):
    class Meta:
        abstract = True
Base.add_to_class("late", models.IntegerField(default=0))
class After(Base):
    pass
class Below(Middle):
    pass
`;
  const { told } = tell(context, code + kept, { ...both, Before: '' });
  assert.deepEqual(told, [
    'core field_added kept fresh',
    ...plain.slice(1, 2),
    'core model_added after',
    'core model_added below',
    plain[2],
  ]);
});

test('a model that is gone is not called removed where a new one that cannot be told may be it', (context) => {
  const models = `
class Fresh(models.Model):
    word = models.CharField(max_length=len(WORDS))
    class Meta:
        indexes = [models.Index(fields=["word"], name="word_ix")]
class Holder(models.Model):
    held = models.ForeignKey(Fresh, models.CASCADE)
class Apart(models.Model):
    number = models.IntegerField()
`;
  const before = {
    ...both,
    Old: ', ("word", models.CharField(max_length=2))',
    Holder: ', ("held", models.ForeignKey(on_delete=models.CASCADE, to="core.old"))',
  };
  const { told, open } = tell(context, models + kept, before);
  assert.deepEqual([told.filter((change) => !plain.includes(change)), open], [['core model_added apart'], 1]);
});

test('a field that is gone is not called removed where a new one that cannot be told may be it', (context) => {
  const other = `
class Other(models.Model):
    fresh = models.CharField(max_length=len(WORDS))
    sure = models.IntegerField()
class Unread(models.Model):
    fresh = [models.TextField(), models.TextField()][random.randrange(2)]
    LIMIT = [1, 2][random.randrange(2)]
class Apart(models.Model):
    LIMIT = [1, 2][random.randrange(2)]
    panels = WORDS + ["three"]
`;
  const before = {
    ...both,
    Other: ', ("old", models.CharField(max_length=2)), ("gone", models.DateField())',
    Unread: ', ("old", models.TextField())',
    Apart: ', ("old", models.TextField())',
  };
  const { told, open } = tell(context, other + kept, before);
  assert.deepEqual(
    told.filter((change) => !plain.includes(change)),
    ['core field_added other sure', 'core field_removed apart old', 'core field_removed other gone'],
  );
  assert.equal(open, 1);
});

test('a model that someone’s own operation may have changed is left open also where nothing else differs', (context) => {
  const own = `from django.db import migrations, models
class Tint(migrations.operations.base.Operation):
    def __init__(self, name):
        self.name = name
    def state_forwards(self, app_label, state):
        tinted = {"color": models.IntegerField(null=True)}
        for name, field in tinted.items():
            state.add_field(app_label, self.name, name, field, True)
class Migration(migrations.Migration):
    dependencies = [("core", "0001_initial")]
    operations = [Tint("other")]
`;
  const other = 'class Other(models.Model):\n    name = models.CharField(max_length=9)\n';
  const { told, open } = tell(context, kept + other, { ...both, Other: name }, { 'core/migrations/0002_tint.py': own });
  assert.deepEqual([told, open], [plain, 1]);
});

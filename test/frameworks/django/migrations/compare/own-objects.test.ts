/** Validators, storages, expressions, indexes and constraints of a project's own classes: a change in what they are made with is told, or said to be open. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agrees, firstMigration, settings } from '../../agreement.ts';
import { tell } from '../untold.ts';

const objects = `from django.core.files.storage import FileSystemStorage
from django.core.validators import BaseValidator, RegexValidator
from django.db import models
from django.utils.deconstruct import deconstructible

@deconstructible
class Starts:
    def __init__(self, word, strict=False):
        self.word = word
    def __call__(self, *args):
        pass
    def __eq__(self, other):
        return True

class Begins(Starts):
    pass

@deconstructible(path="core.models.Ends")
class Ends:
    def __init__(self, word):
        self.word = word
    def __call__(self, *args):
        pass

class Pattern(RegexValidator):
    def __init__(self, regex, tail=""):
        super().__init__(regex + tail)

class Limit(BaseValidator):
    def compare(self, a, b):
        return a > b

class Shelf(FileSystemStorage):
    def __init__(self, folder="a"):
        super().__init__(location="/tmp/" + folder)
`;

const note = (word: string): string => `
class Note(models.Model):
    starts = models.TextField(validators=[Starts("${word}")])
    begins = models.TextField(validators=[Begins("${word}", strict=True)])
    ends = models.TextField(validators=[Ends("${word}")])
    pattern = models.TextField(validators=[Pattern("${word}")])
    limit = models.TextField(validators=[Limit(len("${word}"))])
    file = models.FileField(upload_to=Starts("${word}"), storage=Shelf("shelf"))
    shelf = models.FileField(upload_to=Starts("a"), storage=Shelf("${word}"))
    named = models.TextField(validators=[Starts(word="a")])
    usual = models.TextField(validators=[Starts("a", False)])
    link = models.ForeignKey("self", models.CASCADE, limit_choices_to=Starts("${word}"))
`;

const before = firstMigration(
  [
    '"starts", models.TextField(validators=[core.models.Starts("a")])',
    '"begins", models.TextField(validators=[core.models.Begins("a", strict=True)])',
    '"ends", models.TextField(validators=[core.models.Ends("a")])',
    '"pattern", models.TextField(validators=[core.models.Pattern("a")])',
    '"limit", models.TextField(validators=[core.models.Limit(1)])',
    '"file", models.FileField(upload_to=core.models.Starts("a"), storage=core.models.Shelf("shelf"))',
    '"shelf", models.FileField(upload_to=core.models.Starts("a"), storage=core.models.Shelf("a"))',
    '"named", models.TextField(validators=[core.models.Starts("a")])',
    '"usual", models.TextField(validators=[core.models.Starts("a")])',
    '"link", models.ForeignKey(on_delete=models.deletion.CASCADE, to="core.note", limit_choices_to=core.models.Starts("a"))',
  ],
  'import core.models\n',
);

test('a validator, storage or path of an own class that is made with something else is a change, however it compares itself', (context) => {
  for (const word of ['a', 'bb']) agrees(context, { ...settings(), ...before, 'core/models.py': objects + note(word) });
});

const parts = (name: string, letter: string, more = ''): string => `
from django.db.models import Func, Index, UniqueConstraint

class Upper(Func):
    function = "UPPER"

class Quiet(Index):
    def create_sql(self, *args, **kwargs):
        return super().create_sql(*args, **kwargs)

class Strict(UniqueConstraint):
    pass

class Loud(Index):
    def __init__(self, *args, volume=1, **kwargs):
        self.volume = volume
        super().__init__(*args, **kwargs)
    def deconstruct(self):
        path, args, kwargs = super().deconstruct()
        return path, args, {**kwargs, "volume": self.volume}

class ${name}(models.Model):
    m = models.TextField()
    n = models.TextField()
    class Meta:
        indexes = [Quiet(fields=["${letter}"], name="quiet"), Index(Upper("${letter}"), name="upper")${more}]
        constraints = [Strict(fields=["${letter}"], name="strict")]
`;

const written = (more = ''): string => `
        migrations.AddIndex("note", core.models.Quiet(fields=["m"], name="quiet")),
        migrations.AddIndex("note", models.Index(core.models.Upper("m"), name="upper")),
        migrations.AddConstraint("note", core.models.Strict(fields=["m"], name="strict")),
${more}`;

test('an index, constraint or expression of an own class that is made with something else is a change', (context) => {
  const first = firstMigration(
    ['"m", models.TextField()', '"n", models.TextField()'],
    'import core.models\n',
    written(),
  );
  for (const letter of ['m', 'n'])
    agrees(context, {
      ...settings(),
      ...first,
      'core/models.py': `from django.db import models\n${parts('Note', letter)}`,
    });
});

test('an index of a class that says itself how it is written is said to be open where it was made with something else', (context) => {
  const text = ', ("m", models.TextField()), ("n", models.TextField())';
  const more = written('        migrations.AddIndex("note", core.models.Loud(fields=["m"], name="loud", volume=2)),\n');
  const read = (volume: number): unknown => {
    const code = parts('Note', 'm', `, Loud(fields=["m"], name="loud", volume=${volume})`);
    const { told, open } = tell(context, code, { Note: text }, {}, more);
    return { told, open };
  };
  assert.deepEqual(read(2), { told: [], open: 0 });
  assert.deepEqual(read(3), { told: [], open: 1 });
});

const told = `from django.db import models

class Maker:
    """Makes words."""
    def __init__(self, size, letter="x", unused=None):
        self.size = size
        self.letter = letter
        self.unused = unused
    def __call__(self):
        return self.letter * self.size
    def deconstruct(self):
        return f"{self.__module__}.Maker", (self.size,), {"letter": self.letter}

class Half:
    def __init__(self, size):
        self.size = size
    def __call__(self):
        return "x" * self.size
    def deconstruct(self):
        return "core.models.Half", [self.size // 2], {}
`;

test('what an object says in its own deconstruct is what is compared', (context) => {
  const words = (...makers: string[]): string =>
    makers.map((maker, at) => `    w${at} = models.CharField(max_length=9, default=${maker})\n`).join('');
  const first = firstMigration(
    ['Maker(3, letter="x")', 'Maker(3)', 'Maker(3, letter="y")', 'Maker(3, letter=None)'].map(
      (maker, at) => `"w${at}", models.CharField(default=core.models.${maker}, max_length=9)`,
    ),
    'import core.models\n',
  );
  for (const makers of [
    ['Maker(3)', 'Maker(size=3, letter="x")', 'Maker(3, "y")', 'Maker(3, None)'],
    ['Maker(4)', 'Maker(3, "z")', 'Maker(3, "y", unused=1)', 'Maker(3)'],
  ])
    agrees(context, {
      ...settings(),
      ...first,
      'core/models.py': `${told}\nclass Note(models.Model):\n${words(...makers)}`,
    });
  const half = ', ("w0", models.CharField(default=core.models.Half(4), max_length=9))';
  const code = told.replace('from django.db import models', '');
  const { told: said, open } = tell(context, `${code}\nclass Note(models.Model):\n${words('Half(5)')}`, { Note: half });
  assert.deepEqual([said, open], [[], 0]);
});

test('a pattern that was compiled with other flags is a change, however these are written', (context) => {
  const field = (name: string, pattern: string, by = ''): string =>
    `models.CharField(max_length=9, validators=[${by}RegexValidator(re.compile(${pattern}))])`.replace(/^/, name);
  const first = firstMigration(
    ['"a", 2', '"a", 2', '"a"', '"a"', '"(?i)a", 2'].map((pattern, at) =>
      field(`"w${at}", `, pattern, 'django.core.validators.'),
    ),
    'import re\nimport django.core.validators\n',
  );
  for (const patterns of [
    ['"a", re.I', '"a", flags=re.IGNORECASE', '"a", re.UNICODE', '"a"', '"(?i)a"'],
    ['"a", re.M', '"a"', '"a", re.I', '"b"', '"(?i)a"'],
  ])
    agrees(context, {
      ...settings(),
      ...first,
      'core/models.py': `import re
from django.core.validators import RegexValidator
from django.db import models
class Note(models.Model):
${patterns.map((pattern, at) => `    ${field(`w${at} = `, pattern)}\n`).join('')}`,
    });
});

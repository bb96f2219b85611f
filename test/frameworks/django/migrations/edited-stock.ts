/** One more app of the edited project, with what random projects showed to be hard, and edits of it: file, text before, text after. */
import { djangoVersion } from '../../../django-python.ts';

const fields = `from django.db import models


class CodeField(models.CharField):
    def __init__(self, verbose_name=None, prefix="", length=8, **kwargs):
        self.prefix = prefix
        kwargs.setdefault("max_length", length)
        super().__init__(verbose_name, **kwargs)

    def deconstruct(self):
        name, path, args, kwargs = super().deconstruct()
        del kwargs["max_length"]
        if self.prefix:
            kwargs["prefix"] = self.prefix
        return name, path, args, kwargs


class PlainField(models.CharField):
    def deconstruct(self):
        name, path, args, kwargs = super().deconstruct()
        return name, "django.db.models.CharField", args, kwargs
`;

const models = `import uuid
from datetime import datetime, timezone
from decimal import Decimal
from enum import Enum

from django.core.files.storage import default_storage
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower

from .fields import CodeField, PlainField


class Colour(Enum):
    RED = "r"
    BLUE = "b"


def usual_storage():
    return default_storage


class Worded(models.Manager):
    use_in_migrations = True

    def __init__(self, word=None):
        super().__init__()
        self.word = word


class SoftManager(models.Manager.from_queryset(models.QuerySet)):
    use_in_migrations = True


class Soft(models.Model):
    gone = models.BooleanField(default=False)

    objects = SoftManager()
    everything = models.Manager()

    class Meta:
        abstract = True
        default_manager_name = "everything"


class Rug(Soft):
    pass


class Shelf(models.Model):
    code = CodeField("code", prefix="s")
    plain = PlainField(max_length=5)
    colour = models.CharField(max_length=5, choices=[(c.value, c.name.title()) for c in Colour])
    price = models.DecimalField(max_digits=5, decimal_places=2, default=Decimal("1.00"))
    paper = models.FileField(upload_to="x", storage=usual_storage)
    near = models.ManyToManyField("self")
    far = models.ManyToManyField("Shelf", related_name="+")
    boxes = models.ManyToManyField("Box", related_name="+")
    label = models.UUIDField(default=uuid.UUID(int=5))
    since = models.DateTimeField(default=datetime(2020, 1, 2, tzinfo=timezone.utc))
    box = models.ForeignKey("Box", models.CASCADE, limit_choices_to={"size": 1})

    objects = Worded("a")

    class Meta:
        ordering = [F("code").asc(nulls_last=True)]
        unique_together = [("code", "price")]
        indexes = [models.Index(Lower("code"), F("price").desc(), "colour", name="lower_code")]
        constraints = [models.UniqueConstraint(fields=["plain"], name="one_plain", deferrable=models.Deferrable.DEFERRED)]


class Box(models.Model):
    size = models.IntegerField(default=0)
    second = Worded()

    class Meta:
        base_manager_name = "second"


class SmallBox(Box):
    objects = models.Manager()
`;

export const stockFiles: Record<string, string> = {
  'stock/__init__.py': '',
  'stock/migrations/__init__.py': '',
  'stock/fields.py': fields,
  'stock/models.py': models,
};

const inModels = (from: string, to: string): [string, string, string] => ['stock/models.py', from, to];
const inFields = (from: string, to: string): [string, string, string] => ['stock/fields.py', from, to];

export const stockEdits: Record<string, [file: string, from: string, to: string][]> = {
  "an argument that someone's own field writes out": [inModels('prefix="s"', 'prefix="t"')],
  "an argument that someone's own field no longer writes out": [inModels(', prefix="s"', '')],
  "a field of someone's own class renamed": [
    inModels('    code = CodeField', '    mark = CodeField'),
    inModels('F("code")', 'F("mark")'),
    inModels('("code", "price")', '("mark", "price")'),
    inModels('Lower("code")', 'Lower("mark")'),
  ],
  'what a field says it is': [inFields('"django.db.models.CharField"', '"django.db.models.TextField"')],
  'the length of a field that says it is another': [inModels('PlainField(max_length=5)', 'PlainField(max_length=6)')],
  'a member of an enumeration': [inModels('BLUE = "b"', 'BLUE = "b"\n    GREEN = "g"')],
  'another moment': [inModels('datetime(2020, 1, 2,', 'datetime(2020, 1, 3,')],
  'another identifier': [inModels('int=5', 'int=6')],
  'no change: a moment and an identifier written out': [
    inModels('datetime(2020, 1, 2,', 'datetime(2020, 1, 2, 0, 0, 0,'),
    inModels('int=5', '"00000000000000000000000000000005"'),
  ],
  'a decimal default made a number': [inModels('Decimal("1.00")', '2')],
  // Since 5.0 migrations hold the function, whatever it gives.
  [djangoVersion < 4.2 ? 'a storage that is not the usual one' : 'no change: another storage from a function']: [
    inModels('    return default_storage', '    return FileSystemStorage("/x")'),
    inModels('import default_storage', 'import FileSystemStorage'),
  ],
  'a hidden many-to-many with a way back': [
    inModels('("Box", related_name="+")', '("Box", related_name="shelves_of")'),
  ],
  'a hidden many-to-many renamed': [inModels('    boxes = ', '    chests = ')],
  'a condition for choices written another way': [inModels('{"size": 1}', 'Q(size=1)')],
  'the default manager of an abstract base': [inModels('        default_manager_name = "everything"\n', '')],
  'a manager from a queryset that migrations no longer keep': [
    inModels('    use_in_migrations = True\n\n\nclass Soft(', '    pass\n\n\nclass Soft('),
  ],
  'an argument of a manager': [inModels('Worded("a")', 'Worded("b")')],
  'the place of what is missing in an ordering': [inModels('nulls_last=True', 'nulls_first=True')],
  'the direction in an index': [inModels('F("price").desc()', 'F("price").asc()')],
  'a function in an index': [inModels('Lower("code")', 'Lower("plain")')],
  'when a constraint is looked at': [inModels('Deferrable.DEFERRED', 'Deferrable.IMMEDIATE')],
  'the base manager of a parent': [
    inModels('        base_manager_name = "second"\n', '        verbose_name = "box"\n'),
  ],
  'no change: the length that a field class takes out of what it writes': [inFields('length=8', 'length=9')],
  'no change: a decimal written shorter': [inModels('Decimal("1.00")', 'Decimal(1)')],
  'no change: another hidden name': [inModels('("Box", related_name="+")', '("Box", related_name="nobody+")')],
  'no change: an enumeration written out': [
    inModels('[(c.value, c.name.title()) for c in Colour]', '[("r", "Red"), ("b", "Blue")]'),
  ],
};

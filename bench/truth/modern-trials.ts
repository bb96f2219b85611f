/** Trials of what newer versions of Django and Python brought; each is held only against one that has it. */
import { shop, type Trial } from './projects.ts';

const fields = `import datetime
import decimal
import enum
import functools
import uuid

from django.core.files.storage import InMemoryStorage, default_storage, storages
from django.core.validators import DomainNameValidator, StepValueValidator
from django.db import models
from django.db.models import Case, F, Q, Value, When
from django.db.models.functions import Abs, Concat, JSONObject, Lower, Now, Pi, Upper
from django.db.models.lookups import GreaterThan
from django.utils.translation import gettext_lazy as _


class Status(models.TextChoices):
    DRAFT = "draft", _("Draft")
    DONE = enum.auto(), "Done"
    __empty__ = "(none)"


class Landing(datetime.date, models.Choices):
    FIRST = 1969, 7, 20, "First"
    LAST = 1972, 12, 11, "Last"


class Rate(decimal.Decimal, models.Choices):
    LOW = "0.5", "Low"
    HIGH = "1.50"


class Colour(enum.StrEnum):
    RED = enum.auto()
    BLUE = "azure"


class Size(str, enum.ReprEnum):
    SMALL = 1
    LARGE = enum.auto()


def years():
    return {"1": "one", "more": {"2": "two"}}


def usual():
    return default_storage


class Author(models.Model):
    name = models.CharField(db_comment="as written")
    small = models.GeneratedField(expression=Lower("name"), output_field=models.CharField(), db_persist=True)
    age = models.IntegerField(db_default=Value(1))

    class Meta:
        db_table_comment = "People who write"


class Book(models.Model):
    status = models.CharField(max_length=9, choices=Status, db_default=Status.DRAFT)
    landing = models.DateField(choices=Landing)
    rate = models.DecimalField(max_digits=3, decimal_places=2, choices=Rate.choices, db_default=Rate.LOW)
    colour = models.CharField(max_length=9, default=Colour.RED, choices=[(c.value, c.name) for c in Colour])
    size = models.CharField(max_length=9, default=Size.SMALL, choices=[(str(size), size.name) for size in Size])
    years = models.CharField(max_length=9, choices=years)
    kinds = models.CharField(max_length=9, choices={"a": "A", "more": {"b": "B"}})
    partly = models.CharField(max_length=9, choices=functools.partial(sorted, [("a", "A")]))
    made = models.DateTimeField(db_default=Now())
    until = models.DateTimeField(db_default=Now() + datetime.timedelta(days=1))
    ratio = models.FloatField(db_default=Pi() * 2)
    data = models.JSONField(db_default=JSONObject(a=Value(1)))
    domain = models.CharField(max_length=50, validators=[DomainNameValidator(accept_idna=False)])
    step = models.IntegerField(validators=[StepValueValidator(2, offset=1)])
    paper = models.FileField(upload_to="a", storage=usual)
    scan = models.FileField(upload_to="b", storage=storages["default"])
    memory = models.FileField(upload_to="c", storage=InMemoryStorage(location="/m"))
    author = models.ForeignKey(Author, models.CASCADE, related_name="%(app_label)s_%(class)ss")
    full = models.GeneratedField(
        expression=Concat("status", Value("-"), Upper("kinds")),
        output_field=models.CharField(max_length=30),
        db_persist=False,
    )
    is_late = models.GeneratedField(
        expression=Case(When(step__gt=1, then=Value(True)), default=Value(False)),
        output_field=models.BooleanField(),
        db_persist=True,
    )

    class Meta:
        default_related_name = "books_of"
        ordering = [F("made").desc(nulls_last=True), Lower("kinds")]
        indexes = [
            models.Index(Lower("kinds").desc(), "step", name="kinds_step"),
            models.Index(fields=["step"], include=["kinds"], name="step_kinds"),
            models.Index(fields=["kinds", "-step"]),
        ]
        constraints = [
            models.UniqueConstraint(Lower("kinds"), name="one_kind", violation_error_code="twice"),
            models.UniqueConstraint(fields=["step", "years"], name="step_years", nulls_distinct=False),
            models.CheckConstraint(condition=Q(step__gte=0) ^ Q(kinds="a"), name="step_or_kind"),
            models.CheckConstraint(condition=GreaterThan(Abs("step"), -1), name="any_step"),
        ]


class Place(models.Model):
    pk = models.CompositePrimaryKey("book_id", "number")
    book = models.ForeignKey(Book, models.CASCADE)
    number = models.IntegerField()
    uid = models.UUIDField(default=uuid.uuid4)
    people = models.ManyToManyField(Author, through="Reading", through_fields=("place", "author"), related_name="+")


class Reading(models.Model):
    place = models.ForeignObject(
        Place, models.CASCADE, from_fields=["book_id", "number"], to_fields=["book_id", "number"], related_name="+"
    )
    book = models.ForeignKey(Book, models.CASCADE, related_name="+")
    number = models.IntegerField()
    author = models.ForeignKey(Author, models.CASCADE)
    lender = models.ForeignKey(Author, models.CASCADE, related_name="lent")
`;

const python312 = `from typing import ClassVar, override

from django.db import models

type Pair = tuple[str, str]
type Keyed[T] = dict[str, T]


def first_of[T](items: list[T]) -> T:
    return items[0]


class Query[M: models.Model](models.QuerySet[M]):
    pass


class Kept[M: models.Model](models.Manager[M]):
    use_in_migrations = True


class Owned[T](models.Model):
    owner: T
    word = models.CharField(max_length=9, default=f"{"a"}-{first_of(["x", "y"])}")
    note = models.TextField(default=f'{'\\n'.join(["a", "b"])}')

    class Meta:
        abstract = True


class Box(Owned[str]):
    pair: Pair = ("a", "b")
    width = models.IntegerField(default=(lambda n: n * 2)(4))
    objects: ClassVar[Kept["Box"]] = Kept()

    @override
    def __str__(self) -> str:
        return f"{self.word!r:>{10}} {f"{self.width:0{2}d}"}"
`;

export const modernTrials: readonly Trial[] = [
  { name: 'django 5.2', needs: { django: [5, 2] }, apps: ['shop'], files: shop(fields) },
  {
    name: 'django 5.2 keys and storages',
    needs: { django: [5, 2] },
    apps: ['shop.apps.ShopConfig', 'people'],
    settings: `AUTH_USER_MODEL = "people.User"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
`,
    files: {
      ...shop(
        'from django.conf import settings\nfrom django.db import models\nclass Order(models.Model):\n    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="%(model_name)ss")\n',
      ),
      'shop/apps.py':
        'from django.apps import AppConfig\nclass ShopConfig(AppConfig):\n    name = "shop"\n    default_auto_field = "django.db.models.SmallAutoField"\n',
      'people/__init__.py': '',
      'people/models.py':
        'from django.contrib.auth.models import AbstractUser\nfrom django.db import models\nclass User(AbstractUser):\n    pk_word = models.CharField(max_length=9, db_default="x")\n',
    },
  },
  {
    name: 'python 3.12',
    needs: { django: [5, 0], python: [3, 12] },
    apps: ['shop'],
    files: shop(python312),
  },
];

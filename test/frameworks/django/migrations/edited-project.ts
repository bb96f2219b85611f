/** A project with most of what models can say, and edits of it: file, text before, text after. */

import { djangoVersion } from '../../../django-python.ts';

const hasIndexTogether = djangoVersion < 5.1;
const indexTogether = hasIndexTogether ? 'index_together = [["title", "published"]]' : '# No index_together any more.';
/** What a check constraint calls its condition. */
const condition = djangoVersion < 5.1 ? 'check' : 'condition';

const settings = `from pathlib import Path
BASE_DIR = Path(__file__).resolve().parent
SECRET_KEY = "x"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
INSTALLED_APPS = ["django.contrib.contenttypes", "django.contrib.auth", "library", "shop", "stock"]
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": BASE_DIR / "db.sqlite3"}}
`;

const library = `import uuid
from datetime import timedelta
from decimal import Decimal

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator, RegexValidator
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

SIZES = [("s", "Small"), ("l", "Large")]


def cover_path(instance, filename):
    return filename


class Genre(models.TextChoices):
    NOVEL = "novel", _("Novel")
    POEM = "poem", _("Poem")


class Stamped(models.Model):
    created = models.DateTimeField(auto_now_add=True)
    changed = models.DateTimeField(auto_now=True)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="%(app_label)s_%(class)s_set")

    class Meta:
        abstract = True
        ordering = ["-created"]


class Kept(models.Manager):
    use_in_migrations = True


class Passing(models.Manager):
    pass


class Author(models.Model):
    name = models.CharField(_("name"), max_length=100, db_index=True)
    email = models.EmailField(blank=True)
    site = models.URLField(null=True, blank=True)
    slug = models.SlugField(unique=True)
    born = models.DateField(null=True)

    class Meta:
        ordering = ("name",)
        verbose_name_plural = "authors"


class Book(Stamped):
    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    title = models.CharField(max_length=200)
    genre = models.CharField(max_length=10, choices=Genre.choices, default=Genre.NOVEL)
    size = models.CharField(max_length=1, choices=SIZES, blank=True)
    price = models.DecimalField(max_digits=6, decimal_places=2, default=Decimal("0.00"), validators=[MinValueValidator(0)])
    rating = models.PositiveSmallIntegerField(null=True, validators=[MinValueValidator(1), MaxValueValidator(5)])
    isbn = models.CharField("ISBN", max_length=13, validators=[RegexValidator(r"^\\d+$")], help_text="Thirteen digits")
    cover = models.ImageField(upload_to=cover_path, blank=True)
    sample = models.FileField(upload_to="samples/%Y/")
    published = models.DateTimeField(default=timezone.now)
    lent_for = models.DurationField(default=timedelta(hours=1))
    extra = models.JSONField(default=dict)
    author = models.ForeignKey(Author, on_delete=models.PROTECT, related_name="books", limit_choices_to={"born__isnull": False})
    editors = models.ManyToManyField(Author, related_name="edited", through="Editing")
    tags = models.ManyToManyField("shop.Tag", blank=True)
    sequel_of = models.OneToOneField("self", null=True, on_delete=models.SET_NULL)
    by_slug = models.ForeignKey(Author, to_field="slug", on_delete=models.CASCADE, related_name="+")
    pages = models.IntegerField()
    weight = models.IntegerField(db_column="weight_g")

    class Meta(Stamped.Meta):
        unique_together = [("title", "author")]
        ${indexTogether}
        indexes = [
            models.Index(fields=["title", "-published"]),
            models.Index(fields=["pages"], name="pages_idx", condition=Q(pages__gt=0) & ~Q(weight=1)),
        ]
        constraints = [
            models.CheckConstraint(${condition}=Q(pages__gte=1) | Q(weight__gte=F("pages")), name="some_pages"),
            models.UniqueConstraint(fields=["isbn"], condition=Q(rating__isnull=False), name="one_isbn"),
        ]
        permissions = [("lend", "Can lend")]
        get_latest_by = "published"


class Editing(models.Model):
    everyone = Passing()
    objects = Kept()
    book = models.ForeignKey(Book, models.CASCADE)
    author = models.ForeignKey(Author, models.CASCADE)
    since = models.DateField(auto_now_add=True)


class Chapter(models.Model):
    book = models.ForeignKey(Book, models.CASCADE)
    number = models.IntegerField(default=1)

    class Meta:
        order_with_respect_to = "book"
        db_table = "chapters"


class AudioBook(Book):
    minutes = models.IntegerField()


class Classic(Book):
    class Meta:
        proxy = True
        verbose_name = "classic"


class Legacy(models.Model):
    code = models.CharField(max_length=5)

    class Meta:
        managed = False
        db_table = "legacy"
`;

const shop = `from django.contrib.auth.models import AbstractUser
from django.db import models


class UpperField(models.CharField):
    def __init__(self, *args, **kwargs):
        kwargs.setdefault("max_length", 20)
        super().__init__(*args, **kwargs)


class Tag(models.Model):
    word = UpperField(unique=True)
    weight = models.FloatField(default=1.0)


class Sale(models.Model):
    book = models.ForeignKey("library.Book", on_delete=models.DO_NOTHING, db_constraint=False, null=True)
    count = models.IntegerField(default=0)
    note = models.TextField(default="", blank=True)
    ip = models.GenericIPAddressField(null=True)
    data = models.BinaryField(blank=True)

    class Meta:
        default_related_name = "sales"
`;

export const projectFiles: Record<string, string> = {
  'manage.py': 'import os\nos.environ.setdefault("DJANGO_SETTINGS_MODULE", "settings")\n',
  'settings.py': settings,
  'library/__init__.py': '',
  'library/migrations/__init__.py': '',
  'library/models.py': library,
  'shop/__init__.py': '',
  'shop/migrations/__init__.py': '',
  'shop/models.py': shop,
};

const inLibrary = (from: string, to: string): [string, string, string] => ['library/models.py', from, to];
const inShop = (from: string, to: string): [string, string, string] => ['shop/models.py', from, to];

export const edits: Record<string, [file: string, from: string, to: string][]> = {
  'a field added': [
    inLibrary('    pages = models', '    shelf = models.CharField(max_length=5, default="")\n    pages = models'),
  ],
  'a relation added': [
    inShop('    count =', '    author = models.ForeignKey("library.Author", models.SET_NULL, null=True)\n    count ='),
  ],
  'a many-to-many added': [inShop('    count =', '    tags = models.ManyToManyField(Tag)\n    count =')],
  'a field removed': [inLibrary('    born = models.DateField(null=True)\n', '')],
  'a field renamed': [
    inLibrary('    born = models.DateField(null=True)', '    birthday = models.DateField(null=True)'),
  ],
  'a field renamed with its column kept': [
    inLibrary('    born = models.DateField(null=True)', '    birthday = models.DateField(null=True, db_column="born")'),
  ],
  'a field renamed and changed': [
    inLibrary('    born = models.DateField(null=True)', '    birthday = models.DateTimeField(null=True)'),
  ],
  'a longer text': [inLibrary('max_length=200', 'max_length=255')],
  'null allowed': [inLibrary('pages = models.IntegerField()', 'pages = models.IntegerField(null=True)')],
  'another type': [inLibrary('pages = models.IntegerField()', 'pages = models.BigIntegerField()')],
  'another default': [inShop('default=0', 'default=5')],
  'a default taken away': [inShop('models.IntegerField(default=0)', 'models.IntegerField()')],
  'another callable default': [inLibrary('default=timezone.now', 'default=timezone.localtime')],
  choices: [inLibrary('POEM = "poem", _("Poem")', 'POEM = "poem", _("Poem")\n    PLAY = "play", _("Play")')],
  'a label of choices': [inLibrary('("s", "Small")', '("s", "Tiny")')],
  'help text': [inLibrary('Thirteen digits', '13 digits')],
  'a verbose name': [inLibrary('"ISBN"', '"isbn"')],
  'a validator': [inLibrary('MaxValueValidator(5)', 'MaxValueValidator(10)')],
  'a duration': [inLibrary('timedelta(hours=1)', 'timedelta(hours=2)')],
  'a decimal default': [inLibrary('Decimal("0.00")', 'Decimal("1.00")')],
  'a folder for files': [inLibrary('samples/%Y/', 'samples/')],
  'a callable for files': [inLibrary('upload_to=cover_path', 'upload_to="covers"')],
  on_delete: [inLibrary('models.PROTECT', 'models.CASCADE')],
  related_name: [inLibrary('related_name="books"', 'related_name="works"')],
  'related_name in an abstract base': [inLibrary('%(app_label)s_%(class)s_set', 'owned_%(class)s_set')],
  limit_choices_to: [inLibrary('{"born__isnull": False}', '{"born__isnull": True}')],
  'another target': [inLibrary('sequel_of = models.OneToOneField("self"', 'sequel_of = models.OneToOneField(Author')],
  'to_field taken away': [inLibrary('to_field="slug", ', '')],
  'a foreign key made one-to-one': [inShop('models.ForeignKey("library.Book"', 'models.OneToOneField("library.Book"')],
  'many-to-many made a foreign key': [
    inLibrary(
      'models.ManyToManyField("shop.Tag", blank=True)',
      'models.ForeignKey("shop.Tag", models.CASCADE, null=True)',
    ),
  ],
  db_constraint: [inShop(', db_constraint=False', '')],
  db_column: [inLibrary('weight_g', 'grams')],
  db_index: [inLibrary(', db_index=True', '')],
  unique: [
    inLibrary('models.SlugField(unique=True)', 'models.SlugField(unique=False, db_index=False)'),
    inLibrary('to_field="slug", ', ''),
  ],
  'a model added': [
    inShop('class Sale', 'class Rack(models.Model):\n    tag = models.ForeignKey(Tag, models.CASCADE)\n\n\nclass Sale'),
  ],
  'a model with index and constraint added': [
    inShop(
      'class Sale',
      `class Rack(models.Model):\n    n = models.IntegerField()\n\n    class Meta:\n        indexes = [models.Index(fields=["n"])]\n        constraints = [models.CheckConstraint(${condition}=models.Q(n__gt=1), name="n_gt_1")]\n        unique_together = [("n",)]\n\n\nclass Sale`,
    ),
  ],
  'a model removed': [
    inLibrary(
      'class Legacy(models.Model):\n    code = models.CharField(max_length=5)\n\n    class Meta:\n        managed = False\n        db_table = "legacy"\n',
      '',
    ),
  ],
  'a model with relations removed': [inShop(shop.slice(shop.indexOf('class Sale')), '')],
  'a model renamed': [inShop('class Sale', 'class Order')],
  'a model renamed that others point at': [inShop('class Tag', 'class Label'), inLibrary('"shop.Tag"', '"shop.Label"')],
  'a proxy removed': [
    inLibrary('class Classic(Book):\n    class Meta:\n        proxy = True\n        verbose_name = "classic"\n', ''),
  ],
  'a proxy added': [inShop('class Sale', 'class Word(Tag):\n    class Meta:\n        proxy = True\n\n\nclass Sale')],
  'options of a proxy': [inLibrary('verbose_name = "classic"', 'verbose_name = "great book"')],
  'a model moved to another app': [
    inLibrary('class Legacy', 'class Moved'),
    inShop('class Sale', 'class Legacy(models.Model):\n    code = models.CharField(max_length=5)\n\n\nclass Sale'),
  ],
  ordering: [inLibrary('ordering = ("name",)', 'ordering = ("-name",)')],
  'ordering from a tuple to a list': [inLibrary('ordering = ("name",)', 'ordering = ["name"]')],
  'ordering of an abstract base': [inLibrary('ordering = ["-created"]', 'ordering = ["created"]')],
  'an option added': [
    inShop('default_related_name = "sales"', 'default_related_name = "sales"\n        verbose_name = "sold"'),
  ],
  permissions: [inLibrary('("lend", "Can lend")', '("lend", "May lend")')],
  default_related_name: [inShop('"sales"', '"sold"')],
  unique_together: [
    inLibrary('unique_together = [("title", "author")]', 'unique_together = [("title", "author"), ("title", "pages")]'),
  ],
  'unique_together taken away': [inLibrary('        unique_together = [("title", "author")]\n', '')],
  ...(hasIndexTogether && { index_together: [inLibrary(indexTogether, 'index_together = [["title", "pages"]]')] }),
  'an index added': [
    inLibrary(
      '            models.Index(fields=["title", "-published"]),',
      '            models.Index(fields=["title", "-published"]),\n            models.Index(fields=["rating"]),',
    ),
  ],
  'an index changed': [inLibrary('fields=["title", "-published"]', 'fields=["title", "published"]')],
  'a condition of an index': [inLibrary('~Q(weight=1)', '~Q(weight=2)')],
  'an index removed': [inLibrary('            models.Index(fields=["title", "-published"]),\n', '')],
  'a constraint changed': [inLibrary('Q(pages__gte=1)', 'Q(pages__gte=2)')],
  'a constraint removed': [
    inLibrary(
      '            models.UniqueConstraint(fields=["isbn"], condition=Q(rating__isnull=False), name="one_isbn"),\n',
      '',
    ),
  ],
  'a constraint renamed': [inLibrary('name="one_isbn"', 'name="single_isbn"')],
  'a manager that migrations keep': [inLibrary('    born = models', '    objects = Kept()\n    born = models')],
  'a manager taken away': [inLibrary('    objects = Kept()\n    book', '    book')],
  'another manager first': [
    inLibrary('    everyone = Passing()\n    objects = Kept()\n', '    objects = Kept()\n    everyone = Passing()\n'),
  ],
  'a default manager of another name': [inShop('    count =', '    plain = models.Manager()\n    count =')],
  db_table: [inLibrary('db_table = "chapters"', 'db_table = "parts"')],
  'db_table taken away': [inLibrary('        db_table = "chapters"\n', '')],
  order_with_respect_to: [inLibrary('        order_with_respect_to = "book"\n', '')],
  managed: [inLibrary('        managed = False\n', '')],
  "someone's own field": [inShop('UpperField(unique=True)', 'UpperField(unique=True, null=True)')],
  "the length in someone's own field": [inShop('"max_length", 20', '"max_length", 30')],
  "someone's own field replaced": [inShop('UpperField(unique=True)', 'models.CharField(max_length=20, unique=True)')],
  'a field of an abstract base': [inLibrary('    changed = models.DateTimeField(auto_now=True)\n', '')],
  'a parent changed': [inLibrary('class AudioBook(Book):', 'class AudioBook(models.Model):')],
  'a primary key written out': [
    inShop('    word = UpperField', '    id = models.AutoField(primary_key=True)\n    word = UpperField'),
  ],
  'no change: arguments in another order': [
    inLibrary('max_length=10, choices=Genre.choices', 'choices=Genre.choices, max_length=10'),
  ],
  'no change: defaults written out': [
    inLibrary(
      'pages = models.IntegerField()',
      'pages = models.IntegerField(null=False, blank=False, unique=False, editable=True, help_text="")',
    ),
  ],
  'no change: names by position': [
    inLibrary('models.CharField("ISBN", max_length=13', 'models.CharField(verbose_name="ISBN", max_length=13'),
  ],
  'a condition in another order': [inLibrary('Q(pages__gt=0) & ~Q(weight=1)', 'Q(~Q(weight=1), pages__gt=0)')],
  'no change: a manager that migrations do not keep': [
    inLibrary('    born = models', '    objects = Passing()\n    born = models'),
  ],
  'no change: a manager from a queryset': [
    inLibrary('    born = models', '    objects = models.QuerySet.as_manager()\n    born = models'),
  ],
  'no change: methods and managers': [
    inShop('    count =', '    objects = models.Manager()\n\n    def total(self):\n        return 1\n\n    count ='),
  ],
  'no change: a duration in other units': [inLibrary('timedelta(hours=1)', 'timedelta(minutes=60)')],
  'no change: a choice class written as a list': [
    inLibrary('choices=Genre.choices', 'choices=[("novel", "Novel"), ("poem", "Poem")]'),
  ],
};

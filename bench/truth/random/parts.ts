/** Text that several apps of random projects begin with, and a model with whatever a model may have. */

export type AppTemplate = Readonly<Record<string, string>>;

export const consts = `import os
from django.core.files.storage import FileSystemStorage
from django.core.validators import MinLengthValidator
from django.db import models

WORD = "«word¦other»"
LIMIT = «50¦60»
FLAG = «True¦False»
SIZES = (("s", "«Small¦Tiny»"), ("l", "Large"))
ORDER = («"key",¦"-key", "num"»)
PREFIX = "«pre_¦p_»"
OPTIONAL = {"null": True, "blank": «True¦False»}
STORAGE = FileSystemStorage(location=os.path.join("/srv", "«a¦b»"))
try:
    import «nothing_of_that_name¦json» as extra
except ImportError:
    extra = None
HAS_EXTRA = extra is not None


DEFAULTS = {"x": «3¦4», "y": 5}
COUNT = len(SIZES) + «1¦2»
VALIDATORS = [MinLengthValidator(«1¦2»)]


class Config:
    LIMIT = «11¦12»
    NAME = "conf"

    def __init__(self):
        self.name = "«made¦done»"


def choices_of(first, *more):
    words = [first, *more] if isinstance(first, str) else first
    return [(word, word.title()) for word in words]


def join(*parts, sep="-"):
    return sep.join(parts)


def make():
    return {}


def upload(instance, name):
    return name


def positive(value):
    pass


def make_constraints(name):
    return [models.CheckConstraint(check=models.Q(num__gte=«0¦1»), name=name + "_made")]
`;

export const fields = `from django.conf import settings
from django.db import models


class CodeField(models.CharField):
    def __init__(self, verbose_name=None, prefix="", length=«8¦9», **kwargs):
        self.prefix = prefix
        kwargs.setdefault("max_length", length)
        super().__init__(verbose_name, **kwargs)

    def deconstruct(self):
        name, path, args, kwargs = super().deconstruct()
«¦        if self.prefix:
            kwargs["prefix"] = self.prefix
»        return name, path, args, kwargs


class FixedField(models.CharField):
    def __init__(self, *args, **kwargs):
        kwargs["max_length"] = «32¦33»
        kwargs["«editable¦null»"] = «True¦False»
        super().__init__(*args, **kwargs)

    def deconstruct(self):
        name, path, args, kwargs = super().deconstruct()
        «del kwargs["max_length"]¦kwargs.pop("max_length", None)¦pass»
        return name, path, args, kwargs


class PlainField(models.CharField):
    description = "plain"


class NullBool(models.BooleanField):
    def __init__(self, *args, **kwargs):
        kwargs.update(null=True, blank=«True¦False»)
        super().__init__(*args, **kwargs)


class PairField(models.IntegerField):
    def __init__(self, *args, **kwargs):
        kwargs.setdefault("default", «0¦1»)
        super().__init__(*args, **kwargs)

    def contribute_to_class(self, cls, name, **kwargs):
        super().contribute_to_class(cls, name, **kwargs)
«¦        if not cls._meta.abstract and not any(f.name == name + "_unit" for f in cls._meta.local_fields):
            models.CharField(max_length=«3¦4», default="").contribute_to_class(cls, name + "_unit")
»

class MoneyField(models.DecimalField):
    def __init__(self, *args, currency="EUR", **kwargs):
        self.currency = currency
        kwargs["max_digits"] = kwargs.get("max_digits", «10¦12»)
        kwargs["decimal_places"] = kwargs.get("decimal_places", 2)
        if "default" not in kwargs:
            kwargs["default"] = 0
        super().__init__(*args, **kwargs)

    def deconstruct(self):
        name, path, args, kwargs = super().deconstruct()
        «if self.currency != "EUR":
            kwargs["currency"] = self.currency¦kwargs["currency"] = self.currency¦pass»
        return name, path, args, kwargs


class ListField(models.TextField):
    def __init__(self, *args, separator=",", **kwargs):
        self.separator = separator
        super().__init__(*args, **kwargs)

    def deconstruct(self):
        name, path, args, kwargs = super().deconstruct()
        if self.separator != ",":
            kwargs["separator"] = self.separator
        return name, «path¦"@app@.fields.ListField"», args, kwargs


class OwnerKey(models.ForeignKey):
    def __init__(self, *args, **kwargs):
        kwargs.setdefault("to", settings.AUTH_USER_MODEL)
        kwargs.setdefault("on_delete", models.«CASCADE¦PROTECT»)
        super().__init__(*args, **kwargs)


class Key(models.ForeignKey):
    def __init__(self, to, on_delete=models.CASCADE, **kwargs):
        super().__init__(to, on_delete=on_delete, **kwargs)


def char(length, **options):
    return models.CharField(max_length=length, **options)
`;

export const own = `
EMPTY = ""
FIRST = "«first¦1st»"
WIDE = max_wide = «100¦120»
PAIRS = [("a", "«A¦Ah»"), ("b", _("«B¦Bee»"))]
WORDS = "one two«¦ three»".split()
TABLE = {"a": "A", "b": "«B¦Be»"}
OPTIONS = {"null": True}
ARGS = («"by position",¦»)
SHORT = [("s", "«S¦Short»")]
BIG = {i: "n%d" % i for i in range(«2¦3»)}
DEEP = {"a": {"label": "«Deep¦Low»"}, "b": {"label": "B"}}
not_callable = 3
PEER = "@label@.Peer"


class Kind(models.TextChoices):
    ONE = "one", _("«One¦1»")
    TWO = "two"
«¦    THREE = "three", "3"
»

class Level(models.IntegerChoices):
    LOW = «1¦0», "low"
    HIGH = 2


class Letter(Enum):
    A = "a"
    B = "«b¦bb»"

    @classmethod
    def choices(cls):
        return [(m.value, m.name) for m in cls]


class UpperField(models.CharField):
    def __init__(self, *args, **kwargs):
        kwargs.setdefault("max_length", «20¦21»)
        super().__init__(*args, **kwargs)


@deconstructible
class OwnValidator:
    def __init__(self, word):
        self.word = word

    def __call__(self, value):
        pass

    def __eq__(self, other):
        return isinstance(other, OwnValidator) and self.word == other.word


@deconstructible
class UploadTo:
    def __init__(self, folder):
        self.folder = folder

    def __call__(self, instance, name):
        return name


def own_validator(value):
    pass


def upload_path(instance, name):
    return name


def get_storage():
    return default_storage


def make_default():
    return {}


def default_owner():
    return 1


def limit():
    return {}


def to_model(name):
    return "@label@." + name


def own_key(target, **options):
    options.setdefault("on_delete", models.CASCADE)
    options.setdefault("related_name", "+")
    return models.ForeignKey(target, **options)


class BTree(models.Index):
    pass


class Kept(models.Manager):
    use_in_migrations = True


class KeptWith(models.Manager):
    use_in_migrations = True

    def __init__(self, word=None):
        super().__init__()
        self.word = word


class Passing(models.Manager):
    pass


class KeptQuery(models.QuerySet):
    «pass¦use_in_migrations = True»


class Peer(models.Model):
    label = models.CharField(max_length=10, unique=True)
«¦§field§»§managers§`;

export const model = (name: string, bases = 'models.Model', extra = ''): string => `

⟪Self=${name}⟫class ${name}(${bases}):
    key = models.CharField(max_length=«10¦12»)
    num = models.IntegerField(default=0)
    peer = models.ForeignKey(Peer, on_delete=models.CASCADE, related_name="«+¦%(class)s_peers»")
§lines§${extra}§managers§§meta§
    def __str__(self):
        return self.key
`;

/** Fields that look at the model which they become part of. Held against the real Django. */
import { test } from 'node:test';
import { decides, settings } from '../agreement.ts';

const fields = `from django.core.exceptions import FieldDoesNotExist, ImproperlyConfigured
from django.db import models
class Labels(models.ManyToManyField):
    def contribute_to_class(self, cls, name, **kwargs):
        for field in cls._meta.many_to_many:
            if isinstance(field, self.__class__):
                raise ImproperlyConfigured("only one")
        super().contribute_to_class(cls, name, **kwargs)
        if not cls._meta.abstract:
            try:
                cls._meta.get_field("total")
            except FieldDoesNotExist:
                cls.add_to_class("total", models.IntegerField(default=0))
class Code(models.CharField):
    def contribute_to_class(self, cls, name, **kwargs):
        if any(isinstance(field, Code) for field in cls._meta.fields):
            raise ImproperlyConfigured("only one")
        if "stamp" not in [field.name for field in cls._meta.local_fields]:
            models.DateField(null=True).contribute_to_class(cls, "stamp")
        super().contribute_to_class(cls, name, **kwargs)
`;

test('a field finds in its model what came before it, and neither itself nor what the model inherits', (context) => {
  decides(context, {
    ...settings(),
    'core/fields.py': fields,
    'core/models.py': `from django.db import models
from core.fields import Code, Labels
class Label(models.Model):
    pass
class Base(models.Model):
    total = models.FloatField(default=1)
    stamp = models.TimeField(null=True)
    class Meta:
        abstract = True
class Labelled(models.Model):
    labels = Labels(Label)
    class Meta:
        abstract = True
class Plain(models.Model):
    labels = Labels(Label)
    code = Code(max_length=3)
class Before(models.Model):
    total = models.FloatField(default=1)
    stamp = models.TimeField(null=True)
    labels = Labels(Label)
    code = Code(max_length=3)
class Inherits(Base):
    labels = Labels(Label)
    code = Code(max_length=3)
class Last(Base, Labelled):
    pass
`,
  });
});

test('a relation adds columns under names that the model does not have yet', (context) => {
  decides(context, {
    ...settings(),
    'core/fields.py': `from copy import copy
from django.contrib.contenttypes.fields import GenericRelation
from django.db.models import CharField, FloatField, IntegerField
class Counting(GenericRelation):
    made = {}
    def __init__(self, *args, **kwargs):
        kwargs.setdefault("object_id_field", "object_pk")
        super().__init__("core.Vote", *args, **kwargs)
    def contribute_to_class(self, cls, name):
        super().contribute_to_class(cls, name)
        if cls._meta.abstract:
            return
        for pattern, field in self.made.items():
            own = pattern % name
            if own in cls._meta._forward_fields_map:
                continue
            if field.verbose_name is None:
                field.verbose_name = self.verbose_name
            cls.add_to_class(own, copy(field))
class Votes(Counting):
    made = {"%s_count": IntegerField(default=0), "%s_id": FloatField("Mean", default=0)}
class Words(Counting):
    made = {"%s_text": CharField(max_length=9, default="")}
`,
    'core/models.py': `from django.contrib.contenttypes.fields import GenericForeignKey
from django.db import models
from core.fields import Votes, Words
class Vote(models.Model):
    content_type = models.ForeignKey("contenttypes.ContentType", models.CASCADE)
    object_pk = models.IntegerField()
    content_object = GenericForeignKey("content_type", "object_pk")
class Titled(models.Model):
    title = models.CharField(max_length=9)
    words = Words(verbose_name="Words")
    class Meta:
        abstract = True
class Post(Titled):
    votes_count = models.BigIntegerField(default=1)
    votes = Votes(verbose_name="Votes")
class Page(Titled):
    rank = models.ForeignKey(Vote, models.CASCADE, null=True)
    votes = Votes()
`,
  });
});

test('a field without a place in a model has no name but what it was given', (context) => {
  decides(context, {
    ...settings(),
    'core/models.py': `from django.db import models
bare, called = models.IntegerField(), models.IntegerField("Called")
class Base(models.Model):
    base_title = models.IntegerField()
    class Meta:
        abstract = True
class Post(Base):
    own_title = models.IntegerField()
    inside = models.CharField(max_length=9, help_text=str(own_title.verbose_name))
def asked(field):
    return models.CharField(max_length=9, help_text=str(field.verbose_name))
class Log(models.Model):
    first = asked(bare)
    second = asked(called)
    third = asked(Post.own_title.field)
    fourth = asked(Post.base_title.field)
    fifth = asked(Post._meta.get_field("base_title"))
    sixth = asked(Post._meta.get_field("base_title").clone())
`,
    'core/migrations/__init__.py': '',
    'core/migrations/0001_initial.py': `from django.db import migrations, models
def text(told):
    return models.CharField(help_text=told, max_length=9)
key = ("id", models.AutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"))
class Migration(migrations.Migration):
    initial = True
    operations = [
        migrations.CreateModel("Post", [key, ("base_title", models.IntegerField()), ("own_title", models.IntegerField()), ("inside", text("None"))]),
        migrations.CreateModel("Log", [key, ("first", text("None")), ("second", text("Called")), ("third", text("own title")),
            ("fourth", text("base title")), ("fifth", text("base title")), ("sixth", text("None"))]),
    ]
`,
  });
});

test('what the __init__ of a field sets is found by whoever asks a model for the field, and by the field itself', (context) => {
  decides(context, {
    ...settings(),
    'core/models.py': `from django.db import models
class Ranked(models.CharField):
    suffix = "_none"
    rank = 0
    def __init__(self, *args, rank=1, suffix="_rank", **kwargs):
        self.rank, self.suffix = rank, suffix
        super().__init__(*args, **kwargs)
    def contribute_to_class(self, cls, name, **kwargs):
        super().contribute_to_class(cls, name, **kwargs)
        if not cls._meta.abstract:
            models.IntegerField(default=0).contribute_to_class(cls, name + self.suffix)
class Level(models.IntegerField):
    rank = 0
    def __init__(self, *args, **kwargs):
        self.rank = kwargs.pop("rank", 1)
        super().__init__(*args, **kwargs)
class Base(models.Model):
    base = Ranked(max_length=4, rank=7)
    level = Level(default=0, rank=3)
    class Meta:
        abstract = True
class Post(Base):
    own = Ranked(max_length=3, suffix="_order")
    last = Level(default=0, rank=5)
for field in Post._meta.fields:
    if getattr(field, "rank", 0) in (3, 5):
        field.help_text = "ranked"
class Log(models.Model):
    pass
for name in ("base", "level", "own", "last"):
    rank = Post._meta.get_field(name).rank
    models.IntegerField(default=rank).contribute_to_class(Log, f"{name}_{rank}")
Level(default=0, rank=9).contribute_to_class(Log, "late")
models.TextField(default="").contribute_to_class(Log, f"text_{Log._meta.get_field('late').rank}")
`,
  });
});

test('a pointer is found by the name of its value, too, as Django finds it', (context) => {
  decides(context, {
    ...settings(),
    'core/models.py': `from django.core.exceptions import FieldDoesNotExist
from django.db import models
class Forward(models.ForeignKey):
    pass
class Policy(models.Model):
    owner = models.ForeignKey("self", models.CASCADE, null=True)
class Special(Policy):
    class Meta:
        indexes = [models.Index(fields=["policy_ptr_id"])]
class Bound(models.Model):
    policy = Forward(Policy, models.CASCADE, related_name="+")
    special = models.OneToOneField(Special, models.CASCADE, null=True)
    class Meta:
        indexes = [models.Index(fields=["policy_id"])]
def has(model, name):
    try:
        model._meta.get_field(name)
    except FieldDoesNotExist:
        return False
    return True
class Log(models.Model):
    pass
for model in (Special, Bound):
    for name in ("owner_id", "policy_id", "policy_ptr_id", "special_id", "id_id"):
        if has(model, name):
            models.IntegerField(default=0).contribute_to_class(Log, f"{model.__name__}_{name}".lower())
`,
  });
});

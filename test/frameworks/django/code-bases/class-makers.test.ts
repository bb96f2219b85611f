/** What metaclasses of packages do to the models that are made by them, as packages of today do it. */
import { test } from 'node:test';
import { agrees, settings } from '../agreement.ts';

const branches = `from django.db import models
from django.db.backends.utils import truncate_name
from django.db.migrations.serializer import BaseSerializer, serializer_factory
from django.db.migrations.writer import MigrationWriter


class Guard:
    def __init__(self, action):
        self.action = action

    def __call__(self, collector, field, objects, using):
        self.action(collector, field, objects, using)


class GuardSerializer(BaseSerializer):
    def serialize(self):
        return serializer_factory(self.value.action).serialize()


MigrationWriter.register_serializer(Guard, GuardSerializer)


class BranchBase(models.base.ModelBase):
    def __new__(meta, name, bases, attrs, **kwargs):
        made = super().__new__(meta, name, bases, attrs, **kwargs)
        if made._meta.abstract:
            return made
        for field in made._meta.local_fields:
            if field.remote_field and not isinstance(field.remote_field.on_delete, Guard):
                field.remote_field.on_delete = Guard(field.remote_field.on_delete)
        keys = ("root", "left")
        for index in made._meta.indexes:
            if tuple(index.fields) == keys:
                break
        else:
            made._meta.indexes.append(
                models.Index(
                    fields=keys,
                    name=truncate_name(
                        f"{made._meta.app_label}_{made._meta.model_name}_root_left_idx", models.Index.max_name_length
                    ),
                )
            )
        return made


class Branch(models.Model, metaclass=BranchBase):
    root = models.IntegerField()
    left = models.IntegerField()

    class Meta:
        abstract = True
`;

const models = `from django.db import models
from branches.models import Branch


class Place(Branch):
    parent = models.ForeignKey("self", null=True, on_delete=models.CASCADE)
    keeper = models.ForeignKey("auth.User", null=True, on_delete=models.SET_NULL)


class PlaceWithAVeryLongNameIndeed(Branch):
    place = models.OneToOneField(Place, models.PROTECT)
    other = models.ForeignKey(Place, models.SET(1), related_name="+")


class Indexed(Branch):
    class Meta:
        indexes = [models.Index(fields=["root", "left"], name="own_idx")]
`;

test('an index that a metaclass adds under a cut name, and what it puts around on_delete, are those of the real Django', (context) => {
  agrees(context, {
    ...settings(),
    'site-packages/branches/__init__.py': '',
    'site-packages/branches/models.py': branches,
    'core/models.py': models,
  });
});

const keyed = `from django.db import models


class KeyedBase(models.base.ModelBase):
    def __new__(meta, name, bases, attrs, **kwargs):
        fields = {key: value for key, value in attrs.items() if isinstance(value, models.Field)}
        keys = {key: value for key, value in fields.items() if value.primary_key}
        empty = [key for key, value in fields.items() if value.null]
        if fields and not keys:
            attrs["code"] = models.CharField(max_length=9, primary_key=True)
        for key in empty:
            attrs[key + "_note"] = models.TextField(default="")
        return super().__new__(meta, name, bases, attrs, **kwargs)


class Keyed(models.Model, metaclass=KeyedBase):
    class Meta:
        abstract = True
`;

const keyedModels = `from django.db import models
from keyed import Keyed


class Plain(Keyed):
    size = models.IntegerField()
    owner = models.ForeignKey("auth.User", models.CASCADE, null=True)


class Own(Keyed):
    number = models.IntegerField(primary_key=True)
`;

test('what a metaclass asks fields for that they were not given is what Django gives them', (context) => {
  agrees(context, { ...settings(), 'site-packages/keyed.py': keyed, 'core/models.py': keyedModels });
});

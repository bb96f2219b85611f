/** Fields whose class is a dataclass: their `__init__` is written by Python, and what they take by position has names of their own. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readMigrations } from '../../../../src/frameworks/django/migrations/read-migrations.ts';
import { djangoVersion } from '../../../django-python.ts';
import { agrees, firstMigration, settings } from '../agreement.ts';
import { readAll, writeProject } from '../throwaway.ts';

const either = `from dataclasses import dataclass
from django.db import models


@dataclass(eq=False)
class EitherField(models.Field):
    left: str
    right: str
    null: bool = False
    blank: bool = False

    name = None
    column = None
    concrete = False
    remote_field = None
    is_relation = False
    primary_key = False
    auto_created = False
    many_to_many = None
    db_index = False

    def __post_init__(self):
        self.creation_counter = models.Field.creation_counter
        models.Field.creation_counter += 1

    def contribute_to_class(self, cls, name, private_only=False):
        self.name = self.attname = name
        self.model = cls
        cls._meta.add_field(self)
        check = models.Q(**{self.left + "__isnull": True}) | models.Q(**{self.right: ""})
        cls._meta.constraints.append(models.CheckConstraint(CHECK=check, name=f"{self.left}_or_{self.right}"))

    def get_attname_column(self):
        return self.attname, None

    def clone(self):
        return self.__class__(self.left, self.right)

    def deconstruct(self):
        return self.name, "either.EitherField", [], {"left": self.left, "right": self.right}


@dataclass(eq=False)
class SizedField(models.CharField):
    size: int = 5
    may_lack: bool = True

    def __post_init__(self):
        super().__init__(max_length=self.size, null=self.may_lack)

    def deconstruct(self):
        name, path, args, kwargs = super().deconstruct()
        return name, "either.SizedField", [], {"size": self.size, "may_lack": self.may_lack}
`;

const models = `from django.db import models
from either import EitherField, SizedField
class Note(models.Model):
    owner = models.ForeignKey("auth.User", models.CASCADE, null=True)
    address = models.TextField(default="")
    who = EitherField("owner", "address")
    code = SizedField(7)
    word = SizedField(may_lack=False)
    class Meta:
        constraints = [models.UniqueConstraint(fields=["address"], name="one")]
`;

const made = firstMigration(
  [
    '"owner", models.ForeignKey("auth.User", models.CASCADE, null=True)',
    '"address", models.TextField(default="")',
    '"who", either.EitherField(left="owner", right="address")',
    '"code", either.SizedField(size=7, may_lack=True)',
    '"word", either.SizedField(size=5, may_lack=False)',
  ],
  'import either\n',
  `        migrations.AddConstraint("note", models.UniqueConstraint(fields=["address"], name="one")),
        migrations.AddConstraint("note", models.CheckConstraint(CHECK=models.Q(("owner__isnull", True), ("address", ""), _connector="OR"), name="owner_or_address")),
`,
);

const forVersion = (text: string): string => text.replaceAll('CHECK=', djangoVersion < 5.1 ? 'check=' : 'condition=');
const project = (text: string): Record<string, string> => ({
  ...settings(),
  ...Object.fromEntries(Object.entries(made).map(([path, content]) => [path, forVersion(content)])),
  'core/models.py': text,
});

test('a field of a dataclass keeps its name, its constraint and what its __init__ hands on', (context) => {
  agrees(context, { ...project(models), 'site-packages/either.py': forVersion(either) });
});

test('in a clone, a field that takes names by position has none of these, and what it may add to its model is not removed', (context) => {
  const root = writeProject(context, { 'core/__init__.py': '', ...project(models) });
  const { project: read, models: found } = readAll(root);
  const { apps } = readMigrations({ project: read, models: found, live: null, liveProblem: null }).detail;
  assert.deepEqual(
    found.find(({ id }) => id === 'core.Note')?.fields.map(({ name }) => name),
    ['id', 'owner', 'address', 'who', 'code', 'word'],
  );
  assert.deepEqual(apps.find(({ label }) => label === 'core')?.unmade, []);
});

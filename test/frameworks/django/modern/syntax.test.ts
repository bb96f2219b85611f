/** Settings and models in the newest grammar of Python, read as the same project in an old one. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReadModel } from '../../../../src/frameworks/django/models/model.ts';
import { readAll, writeProject } from '../throwaway.ts';

const newSettings = `
from pathlib import Path
type Names = list[str]
type Pair[A, *Rest, **Named] = tuple[A, dict[str, A]]
BASE_DIR: Path = Path(__file__).resolve().parent.parent
SECRET_KEY = "a-secret-of-the-test"
stage = "prod"
def first[T](items: list[T], default: T | None = None) -> T | None:
    return items[0] if items else default
match stage:
    case "dev" | "test":
        MORE: Names = ["django.contrib.sites"]
    case str() as name if name.startswith("pro"):
        MORE: Names = ["django.contrib.contenttypes"]
    case _:
        MORE = []
try:
    import nothing_of_that_name
except ImportError, ValueError:
    FALLBACK = "core"
except* OSError:
    pass
quote = {"a": "co"}
INSTALLED_APPS = ["django.contrib.auth", *MORE, f"{quote["a"]}{f"{"re"}"}"]
TITLE = t"Hello {stage!r:>{10}}"
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": BASE_DIR / f"db{"." + "sqlite3"}"}}
with (open(__file__) as a, open(__file__) as b,):
    pass
if (size := len(INSTALLED_APPS)) > 2: AUTH_USER_MODEL = "auth.User"
`;

const newModels = `
from __future__ import annotations
from typing import TYPE_CHECKING, Generic, TypeVar, override
from django.db import models
if TYPE_CHECKING:
    from nowhere import Nothing
type Kind = Literal["a", "b"]
lengths = {"a": 3, "b": 4}
def sized[T: (int, str) = int](value: T, /, *, more: int = 0) -> T:
    return value + more
class Holder[T: models.Model, *Ts, **P](models.Model):
    made = models.DateTimeField(auto_now_add=True)
    class Meta:
        abstract = True
class Owner(Holder["Owner"], metaclass=models.base.ModelBase):
    name: models.CharField[str, str] = models.CharField(max_length=sized(lengths["a"], more=6), help_text=f"{"x"!r}")
    friends: models.ManyToManyField["Owner", "Owner"] = models.ManyToManyField["Owner", "Owner"]("self")
    tail: Nothing
    @override
    def __str__(self) -> str:
        match self.name:
            case {"a": [1, *rest], **others}: return "x"
            case Owner(name="x", pk=int() | None): return "y"
            case -1 + 2j | [_, _] | (1, 2): return t"{self.name}"
        return self.name
    async def later(self) -> list[int]:
        return [value async for value in self if (found := await value)]
try:
    class Book(models.Model):
        owner = models.ForeignKey(Owner, on_delete=models.CASCADE, related_name=f"{'books'}")
        def odd(self, x=lambda *, a=1: a, /): ...
        class Meta:
            ordering = [*["-owner"]]
except ValueError, TypeError: pass
match lengths:
    case {"a": 3}:
        class Page(models.Model):
            number: int = models.IntegerField(default=0b1_0)
    case _:
        class Wrong(models.Model): pass
`;

const oldModels = `
from django.db import models
class Holder(models.Model):
    made = models.DateTimeField(auto_now_add=True)
    class Meta:
        abstract = True
class Owner(Holder):
    name = models.CharField(max_length=9, help_text="'x'")
    friends = models.ManyToManyField("self")
class Book(models.Model):
    owner = models.ForeignKey(Owner, on_delete=models.CASCADE, related_name="books")
    class Meta:
        ordering = ["-owner"]
class Page(models.Model):
    number = models.IntegerField(default=2)
`;

const oldSettings = `
from pathlib import Path
BASE_DIR = Path(__file__).resolve().parent.parent
SECRET_KEY = "a-secret-of-the-test"
INSTALLED_APPS = ["django.contrib.auth", "django.contrib.contenttypes", "core"]
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": BASE_DIR / "db.sqlite3"}}
`;

const shown = (models: readonly ReadModel[]): unknown =>
  models
    .filter(({ app }) => app === 'core')
    .map(({ id, abstract, ordering, fields }) => ({
      id,
      abstract,
      ordering,
      fields: fields.map(({ name, djangoClass, keywords, relation }) => [
        name,
        djangoClass,
        ...['max_length', 'help_text', 'default', 'related_name'].map((key) => keywords.get(key) ?? null),
        relation?.target ?? null,
      ]),
    }));

test('generics, match, f-strings in f-strings, t-strings and the like stand in nobody’s way', (context) => {
  const read = (settings: string, models: string): ReturnType<typeof readAll> =>
    readAll(writeProject(context, { 'proj/settings.py': settings, 'core/__init__.py': '', 'core/models.py': models }), {
      pythonVersion: '3.14.0',
    });
  const [fresh, old] = [read(newSettings, newModels), read(oldSettings, oldModels)];
  assert.deepEqual(fresh.project.problems, []);
  assert.deepEqual(
    fresh.project.apps.map(({ name }) => name),
    old.project.apps.map(({ name }) => name),
  );
  assert.deepEqual(shown(fresh.models), shown(old.models));
});

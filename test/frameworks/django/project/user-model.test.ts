/** What code asks the user model for while models are made, and does to it, held against the real Django. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agrees, settings } from '../agreement.ts';
import { manage, plainSettings, readAll, writeProject } from '../throwaway.ts';

const asking = `
from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractUser
from django.db import models
User = get_user_model()
class Profile(models.Model):
    locals()[getattr(User, "USERNAME_FIELD", "nobody") + "_copy"] = models.CharField(max_length=5)
    locals()[User.__name__.lower() + "_" + User._meta.app_label] = models.IntegerField()
    if hasattr(User, "EMAIL_FIELD"):
        mail = models.EmailField()
    else:
        no_mail = models.EmailField()
    if issubclass(User, AbstractUser) and isinstance(User, type):
        known = models.IntegerField()
    if isinstance(User, str) or User == "auth.User":
        text = models.IntegerField()
    name = models.CharField(max_length=User._meta.get_field("username").max_length)
    user = models.ForeignKey(User, models.CASCADE, related_name=User._meta.db_table)
`;

test('what the user model has decides about fields', (context) => {
  agrees(context, { ...settings(), 'core/models.py': asking });
});

test('what the user model has is not guessed where Django is not at hand', (context) => {
  const root = writeProject(context, {
    'manage.py': manage(),
    'proj/settings.py': plainSettings(['core']),
    'core/__init__.py': '',
    'core/models.py': `${asking}
class Late(models.Model):
    if hasattr(User, "get_short_name"):
        short = models.IntegerField()
    else:
        none = models.IntegerField()
`,
  });
  const { models } = readAll(root, { sitePackages: [] });
  const fields = models.filter(({ app }) => app === 'core').map(({ fields }) => fields.map(({ name }) => name));
  assert.deepEqual(fields, [['id', 'username_copy', 'user_auth', 'mail', 'known', 'name', 'user'], ['id']]);
});

test('fields of the user model that are changed and added by others', (context) => {
  agrees(context, {
    ...settings(),
    'core/models.py': `
from django.contrib.auth import get_user_model
from django.db import models
User = get_user_model()
class Member(User):
    since = models.IntegerField()
class Login(User):
    class Meta:
        proxy = True
User._meta.get_field("email")._unique = True
User._meta.get_field("email").blank = False
User._meta.ordering = ["email"]
User.add_to_class("phone", models.CharField(max_length=3))
`,
  });
});

test('what is set on a model that is made is no field, and takes the place of none', (context) => {
  const [note] = agrees(context, {
    ...settings(),
    'core/models.py': `
from django.db import models
class Note(models.Model):
    title = models.CharField(max_length=9)
    text = models.TextField()
Note.late = models.IntegerField()
setattr(Note, "later", models.IntegerField())
Note.title = property(lambda self: "x")
class Uses(models.Model):
    if isinstance(Note.late, models.IntegerField):
        yes = models.IntegerField()
`,
  });
  assert.deepEqual(
    note?.fields.map(({ name }) => name),
    ['id', 'title', 'text'],
  );
});

test('a copy of a field keeps the name that it has, a clone does not', (context) => {
  agrees(context, {
    ...settings(),
    'core/models.py': `
import copy
from django.db import models
class Note(models.Model):
    code = models.CharField(max_length=9)
    size = models.IntegerField()
class Copies(models.Model):
    twin = copy.deepcopy(Note._meta.get_field("code"))
    same = Note._meta.get_field("size").clone()
class More(models.Model):
    for field in Note._meta.local_fields:
        if field.name == "size":
            again = copy.copy(field)
            again.name = None
            old_size = again
    del field, again
`,
  });
});

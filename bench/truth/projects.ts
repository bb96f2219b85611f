/** Throwaway projects to hold the static reading against: Django's contrib apps and packages of the system, each with its apps installed. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

type Version = readonly [major: number, minor: number];

export type Trial = {
  name: string;
  apps: readonly string[];
  settings?: string;
  files?: Record<string, string>;
  /** The oldest versions that it runs with. */
  needs?: { django?: Version; python?: Version };
};

const base = [
  'django.contrib.admin',
  'django.contrib.auth',
  'django.contrib.contenttypes',
  'django.contrib.sessions',
  'django.contrib.messages',
  'django.contrib.staticfiles',
];

const blog = `
from django.conf import settings
from django.contrib.contenttypes.fields import GenericForeignKey, GenericRelation
from django.contrib.contenttypes.models import ContentType
from django.db import models
from mptt.models import MPTTModel, TreeForeignKey
from taggit.managers import TaggableManager
from model_utils.models import TimeStampedModel
from polymorphic.models import PolymorphicModel

class Category(MPTTModel):
    name = models.CharField(max_length=50)
    parent = TreeForeignKey("self", null=True, blank=True, on_delete=models.CASCADE)

class Note(models.Model):
    content_type = models.ForeignKey(ContentType, on_delete=models.CASCADE)
    object_id = models.PositiveIntegerField()
    thing = GenericForeignKey()

class Post(TimeStampedModel):
    title = models.CharField(max_length=50)
    category = TreeForeignKey(Category, on_delete=models.PROTECT)
    authors = models.ManyToManyField(settings.AUTH_USER_MODEL)
    tags = TaggableManager()
    notes = GenericRelation(Note)

class Animal(PolymorphicModel):
    name = models.CharField(max_length=9)

class Dog(Animal):
    friends = models.ManyToManyField("self")
`;

/** The one app of a trial's own. */
export const shop = (models: string): Record<string, string> => ({ 'shop/__init__.py': '', 'shop/models.py': models });

/** Projects of our own that use several packages at once, then one per package. */
export const trials: readonly Trial[] = [
  {
    name: 'django contrib',
    apps: [
      'django.contrib.sites',
      'django.contrib.flatpages',
      'django.contrib.redirects',
      'django.contrib.humanize',
      'django.contrib.sitemaps',
      'django.contrib.syndication',
      'django.contrib.admindocs',
    ],
  },
  {
    name: 'bases of packages',
    apps: ['mptt', 'taggit', 'polymorphic', 'blog'],
    files: { 'blog/__init__.py': '', 'blog/models.py': blog },
  },
  {
    name: 'hyperkitty',
    apps: [
      'django.contrib.sites',
      'hyperkitty',
      'django_mailman3',
      'rest_framework',
      'django_gravatar',
      'compressor',
      'haystack',
      'django_extensions',
      'django_q',
      'allauth',
      'allauth.account',
      'allauth.socialaccount',
    ],
    settings:
      "HAYSTACK_CONNECTIONS={'default':{'ENGINE':'haystack.backends.simple_backend.SimpleEngine'}}\nMAILMAN_ARCHIVER_KEY='x'\nMAILMAN_ARCHIVER_FROM=()\n",
  },
  {
    name: 'postorius',
    apps: [
      'django.contrib.sites',
      'postorius',
      'django_mailman3',
      'django_gravatar',
      'allauth',
      'allauth.account',
      'allauth.socialaccount',
    ],
    settings: "MAILMAN_REST_API_URL='http://localhost'\nMAILMAN_REST_API_USER='x'\nMAILMAN_REST_API_PASS='y'\n",
  },
  {
    name: 'allauth',
    apps: [
      'django.contrib.sites',
      'allauth',
      'allauth.account',
      'allauth.socialaccount',
      'allauth.socialaccount.providers.openid',
    ],
  },
  { name: 'oauth-toolkit', apps: ['oauth2_provider'] },
  { name: 'reversion', apps: ['reversion'] },
  { name: 'taggit', apps: ['taggit'] },
  { name: 'mptt', apps: ['mptt'] },
  { name: 'rest_framework authtoken', apps: ['rest_framework', 'rest_framework.authtoken'] },
  {
    name: 'guardian',
    apps: ['guardian'],
    settings:
      "AUTHENTICATION_BACKENDS=('django.contrib.auth.backends.ModelBackend','guardian.backends.ObjectPermissionBackend')\n",
  },
  { name: 'polymorphic', apps: ['polymorphic'] },
  { name: 'axes', apps: ['axes'] },
  { name: 'cas-server', apps: ['cas_server'] },
  { name: 'celery beat', apps: ['django_celery_beat'] },
  { name: 'celery results', apps: ['django_celery_results'] },
  { name: 'constance', apps: ['constance', 'constance.backends.database'] },
  { name: 'comments', apps: ['django.contrib.sites', 'django_comments'], settings: 'SITE_ID=1\n' },
  { name: 'organizations', apps: ['organizations'] },
  {
    name: 'otp',
    apps: [
      'django_otp',
      'django_otp.plugins.otp_totp',
      'django_otp.plugins.otp_static',
      'django_otp.plugins.otp_hotp',
      'django_otp.plugins.otp_email',
    ],
  },
  { name: 'django_q', apps: ['django_q'] },
  {
    name: 'simple history',
    apps: ['simple_history', 'shop'],
    files: {
      'shop/__init__.py': '',
      'shop/models.py':
        'from django.db import models\nfrom simple_history.models import HistoricalRecords\nclass Item(models.Model):\n    name = models.CharField(max_length=9)\n    owner = models.ForeignKey("auth.User", on_delete=models.CASCADE)\n    history = HistoricalRecords()\n',
    },
  },
  { name: 'sitetree', apps: ['sitetree'] },
  { name: 'tagging', apps: ['tagging'] },
  { name: 'tastypie', apps: ['tastypie'] },
  {
    name: 'treebeard',
    apps: ['treebeard', 'tree'],
    files: {
      'tree/__init__.py': '',
      'tree/models.py':
        'from django.db import models\nfrom treebeard.mp_tree import MP_Node\nfrom treebeard.al_tree import AL_Node\nfrom treebeard.ns_tree import NS_Node\nclass A(MP_Node):\n    name = models.CharField(max_length=9)\nclass B(NS_Node):\n    name = models.CharField(max_length=9)\nclass C(AL_Node):\n    parent = models.ForeignKey("self", null=True, on_delete=models.CASCADE)\n    sib_order = models.PositiveIntegerField()\n',
    },
  },
  { name: 'waffle', apps: ['waffle'] },
  { name: 'api key', apps: ['rest_framework', 'rest_framework_api_key'] },
  { name: 'simplejwt', apps: ['rest_framework_simplejwt', 'rest_framework_simplejwt.token_blacklist'] },
  { name: 'push notifications', apps: ['push_notifications'] },
  { name: 'notification', apps: ['notification'] },
  { name: 'invitations', apps: ['django.contrib.sites', 'invitations'] },
  { name: 'registration', apps: ['registration'] },
  { name: 'rest hooks', apps: ['rest_hooks'], settings: 'HOOK_EVENTS={}\n' },
  {
    name: 'parler',
    apps: ['parler', 'shop'],
    settings: "PARLER_LANGUAGES={None:({'code':'en'},)}\n",
    files: {
      'shop/__init__.py': '',
      'shop/models.py':
        'from django.db import models\nfrom parler.models import TranslatableModel, TranslatedFields\nclass Item(TranslatableModel):\n    translations = TranslatedFields(title=models.CharField(max_length=9), body=models.TextField())\n    price = models.IntegerField()\n',
    },
  },
  {
    name: 'ordered model',
    apps: ['ordered_model', 'shop'],
    files: {
      'shop/__init__.py': '',
      'shop/models.py':
        'from django.db import models\nfrom ordered_model.models import OrderedModel\nclass Item(OrderedModel):\n    name = models.CharField(max_length=9)\n    class Meta(OrderedModel.Meta):\n        pass\n',
    },
  },
  { name: 'captcha', apps: ['captcha'] },
  { name: 'health check', apps: ['health_check', 'health_check.db'] },
  {
    name: 'extensions',
    apps: ['django_extensions', 'shop'],
    files: {
      'shop/__init__.py': '',
      'shop/models.py':
        'from django.db import models\nfrom django_extensions.db.models import TimeStampedModel, TitleSlugDescriptionModel, ActivatorModel\nfrom django_extensions.db.fields import AutoSlugField\nclass Item(TitleSlugDescriptionModel, TimeStampedModel, ActivatorModel):\n    code = AutoSlugField(populate_from="title")\n',
    },
  },
  {
    name: 'markupfield',
    apps: ['shop'],
    files: {
      'shop/__init__.py': '',
      'shop/models.py':
        'from django.db import models\nfrom markupfield.fields import MarkupField\nfrom django_countries.fields import CountryField\nfrom timezone_field import TimeZoneField\nfrom picklefield.fields import PickledObjectField\nfrom django_fsm import FSMField\nclass Item(models.Model):\n    body = MarkupField(markup_type="plain")\n    country = CountryField()\n    zone = TimeZoneField(default="UTC")\n    blob = PickledObjectField()\n    state = FSMField(default="new")\n    last = models.IntegerField(null=True)\n',
    },
  },
  { name: 'saml2', apps: ['djangosaml2'] },
  {
    name: 'adminsortable',
    apps: ['adminsortable', 'shop'],
    files: {
      'shop/__init__.py': '',
      'shop/models.py':
        'from django.db import models\nfrom adminsortable.models import SortableMixin\nclass Item(SortableMixin):\n    position = models.PositiveIntegerField(default=0)\n    class Meta:\n        ordering = ["position"]\n',
    },
  },
  {
    name: 'mailman web',
    apps: [
      'hyperkitty',
      'postorius',
      'django_mailman3',
      'django.contrib.sites',
      'rest_framework',
      'django_gravatar',
      'compressor',
      'haystack',
      'django_extensions',
      'django_q',
      'allauth',
      'allauth.account',
      'allauth.socialaccount',
      'django_mailman3.lib.auth.fedora',
    ],
    settings: `SITE_ID=1
HAYSTACK_CONNECTIONS={"default":{"ENGINE":"haystack.backends.simple_backend.SimpleEngine"}}
POSTORIUS_TEMPLATE_BASE_URL="http://localhost"
`,
  },
  {
    name: 'tags by text',
    apps: ['taggit', 'shop'],
    files: shop(`from django.db import models
from taggit.managers import TaggableManager
from taggit.models import GenericTaggedItemBase, TagBase, TaggedItemBase
class Food(models.Model):
    tags = TaggableManager(through="shop.TaggedFood")
    labels = TaggableManager(through="Throughout", related_name="things")
class TaggedFood(TaggedItemBase):
    content_object = models.ForeignKey("Food", on_delete=models.CASCADE)
class Label(TagBase):
    pass
class Throughout(GenericTaggedItemBase):
    tag = models.ForeignKey("shop.Label", on_delete=models.CASCADE, related_name="throughouts")
`),
  },
  {
    name: 'registered history',
    apps: ['simple_history', 'shop'],
    files: shop(`from django.contrib.auth.models import User
from django.db import models
from simple_history import register
from simple_history.models import HistoricalRecords
class Post(models.Model):
    title = models.CharField(max_length=9, unique=True)
    author = models.ForeignKey(User, models.CASCADE)
    peers = models.ManyToManyField("self")
    file = models.FileField(upload_to="x")
register(Post, table_name="post_log", excluded_fields=["file"])
class Note(models.Model):
    text = models.TextField(primary_key=True)
    history = HistoricalRecords(history_id_field=models.UUIDField(), related_name="logs")
register(User, app="shop")
`),
  },
];

const manage = `#!/usr/bin/env python
import os
import sys

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "project.settings")
    from django.core.management import execute_from_command_line
    execute_from_command_line(sys.argv)
`;

const settingsOf = (trial: Trial): string => `from pathlib import Path
BASE_DIR = Path(__file__).resolve().parent.parent
SECRET_KEY = "throwaway"
DEBUG = True
ROOT_URLCONF = "project.urls"
SITE_ID = 1
MIDDLEWARE = ["allauth.account.middleware.AccountMiddleware"]
INSTALLED_APPS = ${JSON.stringify([...new Set([...base, ...trial.apps])])}
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": BASE_DIR / "db.sqlite3"}}
STATIC_URL = "/static/"
STATIC_ROOT = "/tmp/static"
TEMPLATES = [{"BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True}]
${trial.settings ?? ''}`;

export const writeProject = (root: string, trial: Trial): void => {
  mkdirSync(join(root, 'project'), { recursive: true });
  writeFileSync(join(root, 'manage.py'), manage);
  writeFileSync(join(root, 'project/__init__.py'), '');
  writeFileSync(join(root, 'project/urls.py'), 'urlpatterns = []\n');
  writeFileSync(join(root, 'project/settings.py'), settingsOf(trial));
  for (const [path, text] of Object.entries(trial.files ?? {})) {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), text);
  }
};

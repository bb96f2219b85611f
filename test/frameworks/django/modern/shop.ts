/** A project as people write them for Django 5.2 and 6.0, with the migrations that makemigrations would have written. */

export const userFields = `
                ("password", models.CharField(max_length=128, verbose_name="password")),
                ("last_login", models.DateTimeField(blank=True, null=True, verbose_name="last login")),
                ("is_superuser", models.BooleanField(default=False, help_text="Designates that this user has all permissions without explicitly assigning them.", verbose_name="superuser status")),
                ("is_staff", models.BooleanField(default=False, help_text="Designates whether the user can log into this admin site.", verbose_name="staff status")),
                ("is_active", models.BooleanField(default=True, help_text="Designates whether this user should be treated as active. Unselect this instead of deleting accounts.", verbose_name="active")),
                ("date_joined", models.DateTimeField(default=django.utils.timezone.now, verbose_name="date joined")),
                ("groups", models.ManyToManyField(blank=True, help_text="The groups this user belongs to. A user will get all permissions granted to each of their groups.", related_name="user_set", related_query_name="user", to="auth.group", verbose_name="groups")),
                ("user_permissions", models.ManyToManyField(blank=True, help_text="Specific permissions for this user.", related_name="user_set", related_query_name="user", to="auth.permission", verbose_name="user permissions")),`;

const base = `from pathlib import Path

import environ

BASE_DIR = Path(__file__).resolve(strict=True).parent.parent.parent
env = environ.Env(DJANGO_DEBUG=(bool, False))
if env.bool("DJANGO_READ_DOT_ENV_FILE", default=False):
    env.read_env(str(BASE_DIR / ".env"))

DEBUG = env("DJANGO_DEBUG")
SECRET_KEY = env("DJANGO_SECRET_KEY", default="a-secret-of-the-test")
DATABASES = {"default": env.db("DATABASE_URL", default="postgres:///shop")}
DATABASES["default"]["ATOMIC_REQUESTS"] = True
DATABASES["default"]["OPTIONS"] = {"pool": True}

DJANGO_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.sites",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.admin",
    "django.contrib.postgres",
    "django.forms",
]
LOCAL_APPS = ["shop.users", "shop.catalog.apps.CatalogConfig"]
INSTALLED_APPS = DJANGO_APPS + LOCAL_APPS
MIGRATION_MODULES = {"sites": "shop.contrib.sites.migrations"}
AUTH_USER_MODEL = "users.User"
STORAGES = {
    "default": {"BACKEND": "storages.backends.s3.S3Storage", "OPTIONS": {"bucket_name": env("BUCKET", default=None)}},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
TASKS = {"default": {"BACKEND": "django.tasks.backends.immediate.ImmediateBackend"}}
LOGGING = {
    "version": 1,
    "handlers": {"file": {"class": "logging.FileHandler", "filename": BASE_DIR / "logs" / "app.log"}},
}
`;

const users = `from typing import ClassVar

from django.contrib.auth.models import AbstractUser
from django.db.models import CharField, EmailField
from django.utils.translation import gettext_lazy as _

from .managers import UserManager


class User(AbstractUser):
    name = CharField(_("Name of User"), blank=True, max_length=255)
    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]
    email = EmailField(_("email address"), unique=True)
    username = None  # type: ignore[assignment]

    USERNAME_FIELD = "email"
    REQUIRED_FIELDS = []

    objects: ClassVar[UserManager] = UserManager()
`;

const managers = `from typing import TYPE_CHECKING

from django.contrib.auth.models import UserManager as DjangoUserManager

if TYPE_CHECKING:
    from .models import User


class UserManager(DjangoUserManager["User"]):
    def _create_user(self, email: str, password: str | None, **extra_fields):
        return self.model(email=email, **extra_fields)
`;

const usersMigration = `import django.utils.timezone
from django.db import migrations, models

import shop.users.managers


class Migration(migrations.Migration):
    initial = True
    dependencies = [("auth", "0012_alter_user_first_name_max_length")]
    operations = [
        migrations.CreateModel(
            name="User",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),${userFields}
                ("name", models.CharField(blank=True, max_length=255, verbose_name="Name of User")),
                ("email", models.EmailField(max_length=254, unique=True, verbose_name="email address")),
            ],
            options={"verbose_name": "user", "verbose_name_plural": "users", "abstract": False},
            managers=[("objects", shop.users.managers.UserManager())],
        ),
    ]
`;

/** A project that keeps the migrations of an app of Django's own, to change its rows. */
const sitesMigration = `import django.contrib.sites.models
from django.contrib.sites.models import _simple_domain_name_validator
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = []
    operations = [
        migrations.CreateModel(
            name="Site",
            fields=[
                ("id", models.AutoField(verbose_name="ID", serialize=False, auto_created=True, primary_key=True)),
                ("domain", models.CharField(max_length=100, verbose_name="domain name", unique=True, validators=[_simple_domain_name_validator])),
                ("name", models.CharField(max_length=50, verbose_name="display name")),
            ],
            options={"ordering": ["domain"], "db_table": "django_site", "verbose_name": "site", "verbose_name_plural": "sites"},
            managers=[("objects", django.contrib.sites.models.SiteManager())],
        ),
    ]
`;

const stamped = `import uuid

from django.db import models


class Stamped(models.Model):
    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    created_at = models.DateTimeField(auto_now_add=True, db_index=True)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        abstract = True
        ordering = ["-created_at"]
        get_latest_by = "created_at"
`;

const product = `from __future__ import annotations

from decimal import Decimal

from django.conf import settings
from django.contrib.contenttypes.fields import GenericForeignKey, GenericRelation
from django.contrib.contenttypes.models import ContentType
from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.search import SearchVectorField
from django.core.validators import MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower, Now

from .base import Stamped


class Status(models.TextChoices):
    DRAFT = "draft", "Draft"
    LIVE = "live", "Live"


class Product(Stamped):
    name = models.CharField(max_length=200)
    status = models.CharField(max_length=10, choices=Status, default=Status.DRAFT, db_default=Status.DRAFT)
    price = models.DecimalField(max_digits=10, decimal_places=2, validators=[MinValueValidator(Decimal("0.01"))])
    rate = models.DecimalField(max_digits=4, decimal_places=2, default=Decimal("0.20"), db_comment="of tax")
    gross = models.GeneratedField(
        expression=F("price") * (1 + F("rate")),
        output_field=models.DecimalField(max_digits=12, decimal_places=4),
        db_persist=True,
    )
    listed = models.DateTimeField(db_default=Now())
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="%(app_label)s_%(class)ss")
    data = models.JSONField(default=dict, blank=True)
    search = SearchVectorField(null=True)
    reviews = GenericRelation("catalog.Review")

    class Meta(Stamped.Meta):
        db_table_comment = "Everything on sale"
        constraints = [
            models.CheckConstraint(condition=Q(price__gt=0), name="%(app_label)s_%(class)s_price"),
            models.UniqueConstraint(Lower("name"), name="unique_lower_name", violation_error_message="Taken"),
        ]
        indexes = [
            GinIndex(fields=["search"], name="search_gin"),
            models.Index(fields=["status", "-created_at"], name="status_idx"),
        ]


class Review(models.Model):
    pk = models.CompositePrimaryKey("content_type", "object_id", "author")
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE)
    content_type = models.ForeignKey(ContentType, on_delete=models.CASCADE)
    object_id = models.UUIDField()
    target = GenericForeignKey("content_type", "object_id")
    rating = models.PositiveSmallIntegerField(choices=[(i, str(i)) for i in range(1, 6)])
`;

const productMigration = `import uuid
from decimal import Decimal

import django.contrib.postgres.indexes
import django.contrib.postgres.search
import django.core.validators
import django.db.models.deletion
import django.db.models.expressions
import django.db.models.functions.datetime
import django.db.models.functions.text
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True
    dependencies = [
        ("contenttypes", "0002_remove_content_type_name"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]
    operations = [
        migrations.CreateModel(
            name="Product",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("created_at", models.DateTimeField(auto_now_add=True, db_index=True)),
                ("updated_at", models.DateTimeField(auto_now=True)),
                ("name", models.CharField(max_length=200)),
                ("status", models.CharField(choices=[("draft", "Draft"), ("live", "Live")], db_default="draft", default="draft", max_length=10)),
                ("price", models.DecimalField(decimal_places=2, max_digits=10, validators=[django.core.validators.MinValueValidator(Decimal("0.01"))])),
                ("rate", models.DecimalField(db_comment="of tax", decimal_places=2, default=Decimal("0.20"), max_digits=4)),
                ("gross", models.GeneratedField(db_persist=True, expression=django.db.models.expressions.CombinedExpression(models.F("price"), "*", django.db.models.expressions.CombinedExpression(models.Value(1), "+", models.F("rate"))), output_field=models.DecimalField(decimal_places=4, max_digits=12))),
                ("listed", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ("data", models.JSONField(blank=True, default=dict)),
                ("search", django.contrib.postgres.search.SearchVectorField(null=True)),
                ("owner", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="%(app_label)s_%(class)ss", to=settings.AUTH_USER_MODEL)),
            ],
            options={
                "db_table_comment": "Everything on sale",
                "ordering": ["-created_at"],
                "get_latest_by": "created_at",
                "abstract": False,
                "indexes": [
                    django.contrib.postgres.indexes.GinIndex(fields=["search"], name="search_gin"),
                    models.Index(fields=["status", "-created_at"], name="status_idx"),
                ],
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("price__gt", 0)), name="catalog_product_price"),
                    models.UniqueConstraint(django.db.models.functions.text.Lower("name"), name="unique_lower_name", violation_error_message="Taken"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Review",
            fields=[
                ("pk", models.CompositePrimaryKey("content_type", "object_id", "author", blank=True, editable=False, primary_key=True, serialize=False)),
                ("object_id", models.UUIDField()),
                ("rating", models.PositiveSmallIntegerField(choices=[(1, "1"), (2, "2"), (3, "3"), (4, "4"), (5, "5")])),
                ("author", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to=settings.AUTH_USER_MODEL)),
                ("content_type", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to="contenttypes.contenttype")),
            ],
        ),
    ]
`;

/** Everything but the file that says which Django it is for. */
export const shop: Record<string, string> = {
  'manage.py':
    'import os\nimport sys\n\nif __name__ == "__main__":\n    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.local")\n    from django.core.management import execute_from_command_line\n\n    execute_from_command_line(sys.argv)\n',
  'config/__init__.py': '',
  'config/settings/__init__.py': '',
  'config/settings/base.py': base,
  'config/settings/local.py': 'from .base import *  # noqa: F403\n\nDEBUG = True\n',
  'shop/__init__.py': '',
  'shop/contrib/__init__.py': '',
  'shop/contrib/sites/__init__.py': '',
  'shop/contrib/sites/migrations/__init__.py': '',
  'shop/contrib/sites/migrations/0001_initial.py': sitesMigration,
  'shop/users/__init__.py': '',
  'shop/users/apps.py':
    'from django.apps import AppConfig\n\n\nclass UsersConfig(AppConfig):\n    name = "shop.users"\n    default_auto_field = "django.db.models.BigAutoField"\n',
  'shop/users/managers.py': managers,
  'shop/users/models.py': users,
  'shop/users/migrations/__init__.py': '',
  'shop/users/migrations/0001_initial.py': usersMigration,
  'shop/catalog/__init__.py': '',
  'shop/catalog/apps.py':
    'from django.apps import AppConfig\n\n\nclass CatalogConfig(AppConfig):\n    name = "shop.catalog"\n    label = "catalog"\n',
  'shop/catalog/models/__init__.py': 'from .base import *\nfrom .product import Product, Review\n',
  'shop/catalog/models/base.py': stamped,
  'shop/catalog/models/product.py': product,
  'shop/catalog/migrations/__init__.py': '',
  'shop/catalog/migrations/0001_initial.py': productMigration,
};

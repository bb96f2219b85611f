/**
 * The models of Django's contrib apps, for a project whose installed packages are not known: a fresh clone still shows what its
 * user model inherits and points at. Only what the schema needs, and the managers that a migration of a child names; where Django itself
 * is at hand, its own text is read instead. And what many projects write their models with, of other packages.
 */
import { CHOICES } from '../../known/model-utils.ts';

const head = 'from django.db import models\n';

const baseUser = `${head}
class BaseUserManager(models.Manager):
    pass
class AbstractBaseUser(models.Model):
    password = models.CharField(max_length=128)
    last_login = models.DateTimeField(blank=True, null=True)
    class Meta:
        abstract = True
`;

const auth = `${head}
from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.contenttypes.models import ContentType
class PermissionManager(models.Manager):
    use_in_migrations = True
class GroupManager(models.Manager):
    use_in_migrations = True
class UserManager(BaseUserManager):
    use_in_migrations = True
class Permission(models.Model):
    name = models.CharField(max_length=255)
    content_type = models.ForeignKey(ContentType, models.CASCADE)
    codename = models.CharField(max_length=100)
    objects = PermissionManager()
    class Meta:
        unique_together = [["content_type", "codename"]]
        ordering = ["content_type__app_label", "content_type__model", "codename"]
class Group(models.Model):
    name = models.CharField(max_length=150, unique=True)
    permissions = models.ManyToManyField(Permission, blank=True)
    objects = GroupManager()
class PermissionsMixin(models.Model):
    is_superuser = models.BooleanField(default=False)
    groups = models.ManyToManyField(Group, blank=True, related_name="user_set", related_query_name="user")
    user_permissions = models.ManyToManyField(Permission, blank=True, related_name="user_set", related_query_name="user")
    class Meta:
        abstract = True
class AbstractUser(AbstractBaseUser, PermissionsMixin):
    username = models.CharField(max_length=150, unique=True)
    first_name = models.CharField(max_length=150, blank=True)
    last_name = models.CharField(max_length=150, blank=True)
    email = models.EmailField(blank=True)
    is_staff = models.BooleanField(default=False)
    is_active = models.BooleanField(default=True)
    date_joined = models.DateTimeField()
    objects = UserManager()
    EMAIL_FIELD = "email"
    USERNAME_FIELD = "username"
    REQUIRED_FIELDS = ["email"]
    class Meta:
        verbose_name = "user"
        verbose_name_plural = "users"
        abstract = True
class User(AbstractUser):
    class Meta(AbstractUser.Meta):
        swappable = "AUTH_USER_MODEL"
`;

const contentTypes = `${head}
class ContentTypeManager(models.Manager):
    use_in_migrations = True
class ContentType(models.Model):
    app_label = models.CharField(max_length=100)
    model = models.CharField(max_length=100)
    objects = ContentTypeManager()
    class Meta:
        db_table = "django_content_type"
        unique_together = [["app_label", "model"]]
`;

const admin = `${head}
from django.conf import settings
from django.contrib.contenttypes.models import ContentType
ADDITION, CHANGE, DELETION = 1, 2, 3
class LogEntryManager(models.Manager):
    use_in_migrations = True
class LogEntry(models.Model):
    action_time = models.DateTimeField(editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE)
    content_type = models.ForeignKey(ContentType, models.SET_NULL, blank=True, null=True)
    object_id = models.TextField(blank=True, null=True)
    object_repr = models.CharField(max_length=200)
    action_flag = models.PositiveSmallIntegerField()
    change_message = models.TextField(blank=True)
    objects = LogEntryManager()
    class Meta:
        db_table = "django_admin_log"
        ordering = ["-action_time"]
`;

/** Modules named `admin` may be all that imports the models of an app. */
const adminApp = `from django.apps import AppConfig
from django.utils.module_loading import autodiscover_modules
class SimpleAdminConfig(AppConfig):
    name = "django.contrib.admin"
    default_auto_field = "django.db.models.AutoField"
class AdminConfig(SimpleAdminConfig):
    default = True
    def ready(self):
        autodiscover_modules("admin")
`;

const session = `${head}
class BaseSessionManager(models.Manager):
    pass
class AbstractBaseSession(models.Model):
    session_key = models.CharField(max_length=40, primary_key=True)
    session_data = models.TextField()
    expire_date = models.DateTimeField(db_index=True)
    objects = BaseSessionManager()
    class Meta:
        abstract = True
        verbose_name = "session"
        verbose_name_plural = "sessions"
`;

const sessions = `from django.contrib.sessions.base_session import AbstractBaseSession, BaseSessionManager
class SessionManager(BaseSessionManager):
    use_in_migrations = True
class Session(AbstractBaseSession):
    objects = SessionManager()
    class Meta(AbstractBaseSession.Meta):
        db_table = "django_session"
`;

const sites = `${head}
class SiteManager(models.Manager):
    use_in_migrations = True
class Site(models.Model):
    domain = models.CharField(max_length=100, unique=True)
    name = models.CharField(max_length=50)
    objects = SiteManager()
    class Meta:
        db_table = "django_site"
        ordering = ["domain"]
`;

const siteManagers = `${head}
class CurrentSiteManager(models.Manager):
    use_in_migrations = True
`;

const flatPages = `${head}
from django.contrib.sites.models import Site
class FlatPage(models.Model):
    url = models.CharField(max_length=100, db_index=True)
    title = models.CharField(max_length=200)
    content = models.TextField(blank=True)
    enable_comments = models.BooleanField(default=False)
    template_name = models.CharField(max_length=70, blank=True)
    registration_required = models.BooleanField(default=False)
    sites = models.ManyToManyField(Site)
    class Meta:
        db_table = "django_flatpage"
        ordering = ["url"]
`;

const redirects = `${head}
from django.contrib.sites.models import Site
class Redirect(models.Model):
    site = models.ForeignKey(Site, models.CASCADE)
    old_path = models.CharField(max_length=200, db_index=True)
    new_path = models.CharField(max_length=200, blank=True)
    class Meta:
        db_table = "django_redirect"
        unique_together = [["site", "old_path"]]
        ordering = ["old_path"]
`;

const texts: Record<string, string> = {
  'django.contrib.admin.apps': adminApp,
  'django.contrib.admin.models': admin,
  'django.contrib.auth.base_user': baseUser,
  'django.contrib.auth.models': auth,
  'django.contrib.contenttypes.models': contentTypes,
  'django.contrib.flatpages.models': flatPages,
  'django.contrib.redirects.models': redirects,
  'django.contrib.sessions.base_session': session,
  'django.contrib.sessions.models': sessions,
  'django.contrib.sites.managers': siteManagers,
  'django.contrib.sites.models': sites,
  'model_utils.choices': CHOICES,
};

/** Where a name of such a module is that a package hands on. */
const handedOn: Readonly<Record<string, string>> = { 'model_utils.Choices': 'model_utils.choices.Choices' };

export const builtinName = (name: string): string | undefined =>
  Object.hasOwn(handedOn, name) ? handedOn[name] : undefined;

/** Contrib apps keep their small primary keys whatever the project's default is. */
const appModule = (app: string): string => `from django.apps import AppConfig
class Config(AppConfig):
    name = "${app}"
    default_auto_field = "django.db.models.AutoField"
`;

export const builtinModule = (name: string): string | undefined => {
  if (Object.hasOwn(texts, name)) return texts[name];
  const app = /^(django\.contrib\.\w+)\.apps$/.exec(name)?.[1];
  return app !== undefined && Object.hasOwn(texts, `${app}.models`) ? appModule(app) : undefined;
};

/** Whether a name is one of the apps above, though its folder is not at hand. */
export const isBuiltinApp = (name: string): boolean => Object.hasOwn(texts, `${name}.models`);

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin, Group
from django.db import models
class PersonManager(BaseUserManager):
    use_in_migrations = True
class Person(AbstractBaseUser, PermissionsMixin):
    email = models.EmailField(unique=True)
    last_login = None
    groups = models.ManyToManyField(Group, related_name='people', blank=True)
    objects = PersonManager()
    USERNAME_FIELD = 'email'
    REQUIRED_FIELDS: list[str] = []
    if settings.FEATURE_SHINY: shiny = models.IntegerField(default=settings.SIZES['m'])
    if settings.FEATURE_DULL: dull = models.IntegerField()
    if getattr(settings, 'NOT_SET', False): notset = models.IntegerField()
    class Meta:
        db_table = settings.TABLE_PREFIX + 'person'
        swappable = 'AUTH_USER_MODEL'

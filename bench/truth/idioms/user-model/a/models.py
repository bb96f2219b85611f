from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractUser, AbstractBaseUser
from django.db import models
User = get_user_model()
UF = getattr(User, 'USERNAME_FIELD', 'nope')
class One(models.Model):
    locals()[UF + '_copy'] = models.CharField(max_length=5)
    locals()[User.__name__ + '_n'] = models.CharField(max_length=5)
    locals()[User.USERNAME_FIELD + '_n'] = models.CharField(max_length=5)
    if hasattr(User, 'EMAIL_FIELD'):
        em = models.EmailField()
    else:
        noem = models.EmailField()
    if issubclass(User, AbstractUser):
        isa = models.IntegerField()
    if User is not None and User:
        yes = models.IntegerField()
    if isinstance(User, str):
        bad = models.IntegerField()
    if isinstance(User, type):
        good = models.IntegerField()
    if type(User) is type(models.Model):
        good2 = models.IntegerField()
    if User._meta.swapped:
        sw = models.IntegerField()
    if User._meta.label == 'auth.User':
        lab = models.IntegerField()
    if User == 'auth.User':
        bad2 = models.IntegerField()
    uname = models.CharField(max_length=User._meta.get_field('username').max_length)
    name = models.CharField(max_length=User._meta.get_field(User.USERNAME_FIELD).max_length + 1, name='other')
    locals()[f'fk_{User._meta.model_name}_{User._meta.app_label}'] = models.ForeignKey(User, models.CASCADE, related_name='+')
    to = models.ForeignKey(User, models.CASCADE, related_name=User._meta.db_table)
class Sub(User):
    extra = models.IntegerField()
class Prox(User):
    class Meta:
        proxy = True
        verbose_name = User._meta.verbose_name
User._meta.get_field('email')._unique = True
User._meta.get_field('email').blank = False
User._meta.ordering = ['email']
User.nick = models.IntegerField()
User.add_to_class('phone', models.CharField(max_length=3))

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractUser, Group, Permission
from django.db import models
from django.db.models import F, Q, Value
from django.db.models.functions import Concat, Lower, Now, Upper
from django.db.models.signals import class_prepared
from django.dispatch import receiver

class Registry(dict):
    def register(self, key):
        def deco(cls):
            self[key] = cls
            return cls
        return deco
shapes = Registry()

class AutoNamed(models.Model):
    def __init_subclass__(cls, prefix='p', **kwargs):
        super().__init_subclass__(**kwargs)
        cls.prefix = prefix
    class Meta:
        abstract = True

@receiver(class_prepared)
def on_prepared(sender, **kw):
    if getattr(sender, 'audited', False):
        sender.add_to_class('audited_by', models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name='+'))

@shapes.register('circle')
class Circle(AutoNamed, prefix='c'):
    audited = True
    r = models.FloatField()

@shapes.register('square')
class Square(AutoNamed):
    side = models.FloatField(db_default=Value(1.0)) if hasattr(models.Field, 'db_default') or True else None

class Slotted(models.Model):
    class Kind(models.TextChoices):
        A = 'a', 'Aa'
        B = 'b'
        __empty__ = '(none)'
    class Level(models.IntegerChoices):
        LOW, HIGH = 1, 2
    kind = models.CharField(max_length=2, choices=Kind.choices, default=Kind.A, null=True)
    level = models.IntegerField(choices=Level, default=Level.HIGH)
    k2 = models.CharField(max_length=max(len(v) for v in Kind.values if v), choices=[c for c in Kind.choices if c[0] != 'b'])
    area = models.GeneratedField(expression=F('level') * 2, output_field=models.IntegerField(), db_persist=True)
    when = models.DateTimeField(db_default=Now())
    class Meta:
        db_table_comment = 'c'
        constraints = [models.UniqueConstraint(Lower('kind'), name='lower_kind')]
        permissions = [(f'can_{v}', f'Can {v}') for v in ('fly', 'run')]
        default_permissions = ('add',)

class Pair(models.Model):
    pk = models.CompositePrimaryKey('a', 'b')
    a = models.IntegerField()
    b = models.ForeignKey(Slotted, models.CASCADE)

class A(models.Model):
    x = models.IntegerField()
    y = models.IntegerField()
    class Meta:
        abstract = True
        ordering = ['x']
class B(A):
    y = None
    z = models.IntegerField()
    class Meta(A.Meta):
        abstract = True
        verbose_name = 'bee'
class C(A):
    z = models.TextField()
    class Meta:
        abstract = True
class D(B, C):
    pass
class E(C, B):
    w = models.IntegerField()
    class Meta(B.Meta, C.Meta):
        pass
class Outer(models.Model):
    class Inner(models.Model):
        n = models.IntegerField()
    inner = models.ForeignKey(Inner, models.CASCADE)
    class Proxy: pass
class GroupPlus(Group):
    extra = models.JSONField(default=list)
    class Meta:
        ordering = ['name']
class GroupProxy(Group):
    class Meta: proxy = True
User = get_user_model()
User.add_to_class('nick', models.CharField(max_length=9, blank=True))
User._meta.get_field('email')._unique = True
class Profile(models.Model):
    user = models.OneToOneField(User, models.CASCADE, related_name='%(app_label)s_%(class)s')
    perms = models.ManyToManyField(Permission, limit_choices_to=Q(codename__startswith='can_'), db_table='prof_perm')
    friends = models.ManyToManyField('self', symmetrical=False)
    shape = models.ForeignKey(shapes['circle'], models.CASCADE, db_column='sh')
    def get_default(): return 3
    number = models.IntegerField(default=get_default)
    match len(shapes):
        case 2:
            two = models.IntegerField(default=2)
        case _:
            many = models.IntegerField()

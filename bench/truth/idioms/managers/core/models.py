from django.db import models
from django.contrib.auth.models import UserManager, AbstractUser, BaseUserManager, AbstractBaseUser, PermissionsMixin
from lib.managers import *
from lib import managers
from lib.managers import make_manager, SoftDeleteManager as SDM

class Base(models.Model):
    deleted = models.BooleanField(default=False)
    objects = SoftDeleteManager()
    all_objects = models.Manager()
    class Meta:
        abstract = True

class BaseKept(models.Model):
    kept = Kept()
    class Meta:
        abstract = True

class A(Base):
    pass

class B(Base):
    objects = models.Manager()

class C(Base):
    extra = Kept(flag=False)

class D(BaseKept):
    objects = models.Manager()

class E(BaseKept):
    kept = None

class F(models.Model):
    kind = models.CharField(max_length=3)
    red = make_manager("red")
    blue = make_manager("blue")

class G(models.Model):
    objects = Kept(True)
    second = KeptChild(flag=False)
    third = Unkept()
    class Meta:
        default_manager_name = "third"

class H(models.Model):
    things = models.Manager()
    class Meta:
        base_manager_name = "things"

class I(G):
    more = models.IntegerField(default=0)

class J(G):
    class Meta:
        proxy = True

class K(models.Model):
    kept = managers.KeptManager()
    other = managers.SoftDeleteQuerySet.as_manager()

class L(models.Model):
    objects = SDM()
    descr = Descriptor()

class M(models.Model):
    deleted = models.BooleanField(default=False)
    people = SoftDeleteQuerySet.as_manager()
    objects = models.Manager.from_queryset(SoftDeleteQuerySet)()

class Person(AbstractUser):
    groups = None
    user_permissions = None
    objects = UserManager()
    active = UserManager.from_queryset(SoftDeleteQuerySet)

class NUserManager(BaseUserManager):
    use_in_migrations = True

class NUser(AbstractBaseUser):
    name = models.CharField(max_length=10, unique=True)
    USERNAME_FIELD = "name"
    objects = NUserManager()

class O(Base, BaseKept):
    pass
class P(BaseKept, Base):
    pass
class Q(A):
    pass
class R(models.Model):
    class Inner(models.Manager):
        use_in_migrations = False
    objects = Inner()
    x = Inner()


from typing import Generic, TypeVar

from lib import fields

T = TypeVar("T", bound=models.Model)


class Found(models.QuerySet["FAQ"]):
    pass


class Typed(models.Manager[T]):
    use_in_migrations = True


class FAQ(models.Model, Generic[T]):
    text = fields.Text("a text", max_length=9)
    kind = fields.IntegerField(choices={"one": {1: "a"}, "two": ((2, "b"), [3, "c"]), 4: "d"}, default=1)
    objects = models.Manager["FAQ"].from_queryset(Found)()
    other = Typed["FAQ"]()


class Answer(fields.Model):
    faq = models.ForeignKey["FAQ"](FAQ, models.CASCADE, limit_choices_to=models.Q())
    objects = Found.as_manager()

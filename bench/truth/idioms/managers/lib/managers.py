from django.db import models
from django.db.models.query import QuerySet
from django.db.models.manager import BaseManager, Manager

class SoftDeleteQuerySet(QuerySet):
    def alive(self):
        return self.filter(deleted=False)

class _SoftDeleteManager(Manager):
    def get_queryset(self):
        return super().get_queryset().filter(deleted=False)

SoftDeleteManager = _SoftDeleteManager.from_queryset(SoftDeleteQuerySet)
NamedManager = BaseManager.from_queryset(SoftDeleteQuerySet, class_name="NamedManager")
KeptManager = type("KeptManager", (Manager,), {"use_in_migrations": True, "__module__": __name__})

class Kept(Manager):
    use_in_migrations = True
    def __init__(self, flag=True, **kwargs):
        super().__init__(**kwargs)
        self.flag = flag

class KeptChild(Kept):
    pass

class Unkept(Kept):
    use_in_migrations = False

def make_manager(kind):
    class Made(Manager):
        use_in_migrations = False
        def get_queryset(self):
            return super().get_queryset().filter(kind=kind)
    return Made()

class Descriptor:
    def __get__(self, obj, owner):
        return 3

import importlib, pkgutil, inspect
from django.db import models as _m
__all__ = []
for _, modname, ispkg in pkgutil.iter_modules(__path__):
    mod = importlib.import_module('.' + modname, __package__)
    for n, obj in inspect.getmembers(mod, inspect.isclass):
        if issubclass(obj, _m.Model) and obj.__module__ == mod.__name__:
            globals()[n] = obj
            __all__.append(n)

from osc.catalogue.abstract_models import *
from osc.loading import is_model_registered
__all__ = []
if not is_model_registered('catalogue', 'Product'):
    class Product(AbstractProduct):
        pass
    __all__.append('Product')
if not is_model_registered('catalogue', 'Option'):
    class Option(AbstractOption):
        pass
    __all__.append('Option')

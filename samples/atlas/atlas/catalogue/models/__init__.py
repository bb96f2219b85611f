from .contributors import Contribution, Contributor
from .copies import Copy
from .items import Book, Item, MapSheet, Subject

__all__ = ["Book", "Contribution", "Contributor", "Copy", "Item", "MapSheet", "Subject"]

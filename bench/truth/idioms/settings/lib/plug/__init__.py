class Registry:
    def __init__(self): self._items = []
    def add(self, item): self._items.append(item); return item
    def __len__(self): return len(self._items)
    def __iter__(self): return iter(self._items)
    def __contains__(self, x): return x in self._items
registry = Registry()

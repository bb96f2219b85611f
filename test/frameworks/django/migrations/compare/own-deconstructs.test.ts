/** Field classes of the project's own that say themselves what a migration holds of them, held against makemigrations. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tell } from '../untold.ts';

test('a field that says to be of a base of its class is held against what that makes of the migration', (context) => {
  const code = (value: string, field = 'Shown()'): string => `
class Plain(models.TextField):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.default = "${value}"
class Shown(Plain):
    def deconstruct(self):
        name, path, args, kwargs = super().deconstruct()
        return name, "core.models.Plain", args, kwargs
class A(models.Model):
    plain = Plain()
    shown = ${field}
`;
  const before = { A: ', ("plain", core.models.Plain(default="")), ("shown", core.models.Plain(default=""))' };
  const told = (text: string): unknown[] => {
    const { told: changes, open } = tell(context, text, before);
    return [changes, open];
  };
  assert.deepEqual(told(code('')), [[], 0]);
  // The class makes the same of what the migration holds.
  assert.deepEqual(told(code('x')), [[], 0]);
  assert.deepEqual(told(code('x', 'Shown(null=True)')), [['core field_altered a shown'], 0]);
});

const money = (test: string, field: string): string => `
from decimal import Decimal
class Money:
    def __init__(self, amount, currency):
        self.amount = amount if isinstance(amount, Decimal) else Decimal(amount)
        self.currency = currency
class MoneyField(models.DecimalField):
    def __init__(self, verbose_name=None, name=None, max_digits=None, decimal_places=2, default=models.NOT_PROVIDED, **kwargs):
        if isinstance(default, (float, Decimal, int)):
            default = Money(default, "EUR")
        super().__init__(verbose_name, name, max_digits, decimal_places, default=default, **kwargs)
    def deconstruct(self):
        name, path, args, kwargs = super().deconstruct()
        if ${test}:
            kwargs["default"] = self.default.amount
        return name, path, args, kwargs
class A(models.Model):
    price = ${field}
`;

const priced = {
  A: ', ("price", core.models.MoneyField(decimal_places=2, default=decimal.Decimal("1.1"), max_digits=9))',
};

test('a default that a class makes an object of is written as the class says', (context) => {
  const known = 'self.default not in (None, models.NOT_PROVIDED)';
  const of = (amount: string): unknown[] => {
    const { told, open } = tell(context, money(known, `MoneyField(max_digits=9, default=${amount})`), priced);
    return [told, open];
  };
  assert.deepEqual(of('Decimal("1.1")'), [[], 0]);
  assert.deepEqual(of('2'), [['core field_altered a price'], 0]);
});

test('where it cannot be told what a class writes of a default, it is open whether that has changed', (context) => {
  const { told, open } = tell(
    context,
    money('len(WORDS) == 2', 'MoneyField(max_digits=9, default=Decimal("1.1"))'),
    priced,
  );
  assert.deepEqual([told, open], [[], 1]);
});

test('what a class keeps by a name that others of Django take as an argument is its own', (context) => {
  const code = (size: number, kind: string): string => `
class Before(models.JSONField):
    def __init__(self, size=None, path="", **kwargs):
        self.size, self.path = size, path
        super().__init__(**kwargs)
    def deconstruct(self):
        name, path, args, kwargs = super().deconstruct()
        kwargs["size"] = self.size
        if self.path:
            kwargs["path"] = self.path
        return name, path, args, kwargs
class Behind(models.CharField):
    def __init__(self, *args, protocol="http", **kwargs):
        super().__init__(*args, **kwargs)
        self.protocol = protocol
    def contribute_to_class(self, cls, name, **kwargs):
        self.match = name
        super().contribute_to_class(cls, name, **kwargs)
class Pointer(models.ForeignKey):
    def __init__(self, to, on_delete=models.CASCADE, dim=None, **kwargs):
        self.dim = dim
        super().__init__(to, on_delete, **kwargs)
    def deconstruct(self):
        name, path, args, kwargs = super().deconstruct()
        kwargs["dim"] = self.dim or "m"
        return name, path, args, kwargs
class A(models.Model):
    before = Before(size=${size}, path="${kind}")
    behind = Behind(max_length=3, protocol="${kind}")
    pointer = Pointer("self", dim="${kind}")
`;
  const before = {
    A:
      ', ("before", core.models.Before(path="x", size=3)), ("behind", core.models.Behind(max_length=3))' +
      ', ("pointer", core.models.Pointer(dim="x", on_delete=models.CASCADE, to="core.a"))',
  };
  const told = (text: string): unknown[] => {
    const { told: changes, open } = tell(context, text, before);
    return [changes, open];
  };
  assert.deepEqual(told(code(3, 'x')), [[], 0]);
  assert.deepEqual(told(code(4, 'x')), [['core field_altered a before'], 0]);
  assert.deepEqual(told(code(3, 'y')), [['core field_altered a before', 'core field_altered a pointer'], 0]);
});

/** Fields that add others in their place. Held against the real Django. */
import { test } from 'node:test';
import { decides, settings } from '../../agreement.ts';

test('a field that adds others to the class of its model, and not itself, is none of the model', (context) => {
  decides(context, {
    ...settings(),
    'core/fields.py': `from django.db import models
class Span(models.Field):
    def __init__(self, kind=models.DateField, **options):
        self.kind, self.options = kind, options
        super().__init__(null=True)
    def contribute_to_class(self, cls, name, private_only=False):
        for part in ("start", "end"):
            cls.add_to_class(f"{name}_{part}", self.kind(**self.options))
        setattr(cls, name, property(lambda self: None))
class Counted(models.CharField):
    def contribute_to_class(self, cls, name, **kwargs):
        super().contribute_to_class(cls, name, **kwargs)
        cls.add_to_class(f"{name}_count", models.IntegerField(default=0))
class Itself(models.IntegerField):
    isMade = False
    def contribute_to_class(self, cls, name, private_only=False):
        if self.isMade:
            super().contribute_to_class(cls, name, private_only)
            return
        self.isMade = True
        cls.add_to_class(name, self)
`,
    'core/models.py': `from django.db import models
from core.fields import Counted, Itself, Span
class Dated(models.Model):
    known = Span()
    class Meta:
        abstract = True
class Event(Dated):
    when = Span()
    rank = Span(models.IntegerField, default=3)
    word = Counted(max_length=9)
    itself = Itself(default=0)
Span().contribute_to_class(Event, "late")
Event.add_to_class("later", Span())
`,
  });
});

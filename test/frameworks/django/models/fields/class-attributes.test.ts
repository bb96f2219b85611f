import { test } from 'node:test';
import { agrees, decides, firstMigration, settings } from '../../agreement.ts';

const kinds =
  'Field AutoField BigAutoField BigIntegerField BinaryField BooleanField CharField CommaSeparatedIntegerField DateField DateTimeField DecimalField DurationField EmailField FileField FilePathField FloatField ForeignKey GenericIPAddressField IPAddressField ImageField IntegerField JSONField ManyToManyField NullBooleanField OneToOneField PositiveIntegerField SlugField SmallAutoField TextField TimeField URLField UUIDField';
const withoutEmptyTexts =
  'AutoField BigAutoField BigIntegerField BooleanField DateField DateTimeField DecimalField DurationField FloatField ForeignKey GenericIPAddressField IPAddressField IntegerField JSONField NullBooleanField OneToOneField PositiveIntegerField SmallAutoField TimeField UUIDField';

test('what field classes of Django have as attributes is known where code asks, also of classes and fields on them', (context) => {
  decides(context, {
    ...settings(),
    'core/models.py': `from django.core.validators import EMPTY_VALUES
from django.db import models

KINDS = "${kinds}".split()

class Code(models.CharField):
    empty_values = list(models.CharField.empty_values) + ["-"]

class Amount(models.IntegerField):
    def __init__(self, *args, **kwargs):
        kwargs.setdefault("help_text", "none" if None in self.empty_values else "some")
        super().__init__(*args, **kwargs)

class Note(models.Model):
    empty = models.IntegerField(default=len(models.Field.empty_values))
    shown = models.CharField(max_length=80, default=str(models.Field.empty_values) + str(EMPTY_VALUES))
    data = models.IntegerField(default=len(models.BinaryField.empty_values))
    texts = models.CharField(max_length=800, default=" ".join(
        kind for kind in KINDS if hasattr(models, kind) and not getattr(models, kind).empty_strings_allowed
    ))
    many = models.CharField(max_length=800, default=" ".join(
        kind for kind in KINDS if getattr(models, kind).many_to_one or getattr(models, kind).many_to_many
    ))
    code = models.CharField(max_length=9, blank="-" in Code.empty_values, null=Amount.empty_strings_allowed)
    here = models.CharField(max_length=9, blank="" in models.CharField(max_length=3).empty_values)
    amount = Amount()
    none = models.CharField(max_length=9, blank=models.IntegerField.empty_strings_allowed, help_text=str(hasattr(models.Field, "empty_values")))

    class Meta:
        managed = models.CharField.empty_strings_allowed
`,
    ...firstMigration(
      [
        '"empty", models.IntegerField(default=5)',
        '"shown", models.CharField(default="[None, \'\', [], (), {}](None, \'\', [], (), {})", max_length=80)',
        '"data", models.IntegerField(default=2)',
        `"texts", models.CharField(default="${withoutEmptyTexts}", max_length=800)`,
        '"many", models.CharField(default="ForeignKey ManyToManyField", max_length=800)',
        '"code", models.CharField(blank=True, max_length=9)',
        '"here", models.CharField(blank=True, max_length=9)',
        '"amount", core.models.Amount(help_text="none")',
        '"none", models.CharField(help_text="True", max_length=9)',
      ],
      'import core.models',
    ),
  });
});

test('an attribute of a class of Django that no text tells is no change of a field', (context) => {
  agrees(context, {
    ...settings(),
    'core/models.py': `from django.db import models

class Note(models.Model):
    body = models.TextField(blank=bool(models.Field.system_check_removed_details), null=models.Manager.auto_created)
`,
    ...firstMigration(['"body", models.TextField()']),
  });
});

test('what a function gives that looks at the disk is no change of a field', (context) => {
  agrees(context, {
    ...settings(),
    'core/models.py': `import os
from django.db import models

class Note(models.Model):
    body = models.TextField(blank=os.path.islink(__file__), null=os.path.ismount(os.path.dirname(__file__)))
    more = models.TextField(db_index=os.path.lexists(__file__ + ".none"))
`,
    ...firstMigration(['"body", models.TextField()', '"more", models.TextField()']),
  });
});

import { test } from 'node:test';
import { decides, settings } from '../agreement.ts';

const swapping = `from django.conf import settings

def setting_of(app, model):
    name = f"{app.upper()}_{model.upper()}_MODEL"
    if not hasattr(settings, name):
        setattr(settings, name, f"{app}.{model}")
    return name

def name_of(app, model):
    return getattr(settings, setting_of(app, model), f"{app}.{model}")
`;

const models = (target: string): string => `from django.db import models
from swapping import name_of, setting_of

class Parent(models.Model):
    class Meta:
        swappable = setting_of("core", "Parent")

class Other(models.Model):
    pass

class Child(models.Model):
    parent = models.ForeignKey(${target}, on_delete=models.CASCADE)
    many = models.ManyToManyField(name_of("core", "Parent"), related_name="many")
`;

const id = '("id", models.AutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"))';
const written = `import swapping
from django.conf import settings
from django.db import migrations, models
import django.db.models.deletion

class Migration(migrations.Migration):
    initial = True
    dependencies = [migrations.swappable_dependency(settings.CORE_PARENT_MODEL)]
    operations = [
        migrations.CreateModel("Parent", [${id}], options={"swappable": "CORE_PARENT_MODEL"}),
        migrations.CreateModel("Other", [${id}]),
        migrations.CreateModel("Child", [
            ${id},
            ("parent", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to=settings.CORE_PARENT_MODEL)),
            ("many", models.ManyToManyField(related_name="many", to=settings.CORE_PARENT_MODEL)),
        ]),
    ]
`;

test('a migration that points at a model by a setting which code makes is held against the model (django-swapper)', (context) => {
  const files = {
    ...settings(),
    'site-packages/swapping.py': swapping,
    'core/migrations/__init__.py': '',
    'core/migrations/0001_initial.py': written,
  };
  decides(context, { ...files, 'core/models.py': models('name_of("core", "Parent")') });
  decides(context, { ...files, 'core/models.py': models('Other') });
});

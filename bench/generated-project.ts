/** Writes a Django project of a given size: apps of some models each, and migrations that add up to exactly these models. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** `perApp`: models of an app, 50 if not said. */
export type ProjectSize = { models: number; migrations: number; perApp?: number };

/** Fields of a model; those after the first eight came one by one, in migrations of their own. */
const fieldText = (model: number, field: number): string => {
  switch (field % 8) {
    case 0:
      return `models.CharField("field ${field}", max_length=${100 + field}, blank=True, default="")`;
    case 1:
      return 'models.IntegerField(default=0, db_index=True)';
    case 2:
      return 'models.DateTimeField(auto_now_add=True)';
    case 3:
      return 'models.DecimalField(max_digits=8, decimal_places=2, null=True)';
    case 4:
      return `models.CharField(max_length=10, choices=[("a", "A"), ("b", "B${model}")], default="a")`;
    case 5:
      return 'models.BooleanField(default=False)';
    case 6:
      return 'models.TextField(blank=True, help_text="Any text that people want to keep with it")';
    default:
      return 'models.EmailField(null=True, blank=True)';
  }
};

const header = 'from django.db import migrations, models\nimport django.db.models.deletion\n\n\n';
const idField = 'models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")';

const relationText = (app: string, model: number): string | null =>
  model === 0 ? null : `models.ForeignKey("${app}.Model${model - 1}", on_delete=models.CASCADE, related_name="+")`;

const initial = (app: string, count: number): string => {
  const operations = Array.from({ length: count }, (_, model) => {
    const fields = [
      `("id", ${idField})`,
      ...Array.from({ length: 8 }, (_, field) => `("f${field}", ${fieldText(model, field)})`),
    ];
    const relation = relationText(app, model);
    if (relation) fields.push(`("parent", ${relation})`);
    return `        migrations.CreateModel(\n            name="Model${model}",\n            fields=[\n                ${fields.join(',\n                ')},\n            ],\n            options={"ordering": ["f0"], "verbose_name": "model ${model}"},\n        ),\n`;
  });
  return `${header}class Migration(migrations.Migration):\n\n    initial = True\n\n    dependencies = []\n\n    operations = [\n${operations.join('')}    ]\n`;
};

const addition = (app: string, model: number, field: number, before: string): string =>
  `${header}class Migration(migrations.Migration):\n\n    dependencies = [\n        ("${app}", "${before}"),\n    ]\n\n    operations = [\n        migrations.AddField(\n            model_name="model${model}",\n            name="f${field}",\n            field=${fieldText(model, field)},\n        ),\n        migrations.AlterField(\n            model_name="model${model}",\n            name="f0",\n            field=${fieldText(model, 0)},\n        ),\n    ]\n`;

const modelsFile = (app: string, count: number, fieldsOf: readonly number[]): string => {
  const classes = Array.from({ length: count }, (_, model) => {
    const fields = Array.from(
      { length: fieldsOf[model] ?? 8 },
      (_, field) => `    f${field} = ${fieldText(model, field)}\n`,
    );
    const relation = relationText(app, model);
    if (relation) fields.push(`    parent = ${relation}\n`);
    return `class Model${model}(models.Model):\n    """One of many."""\n\n${fields.join('')}\n    class Meta:\n        ordering = ["f0"]\n        verbose_name = "model ${model}"\n\n    def __str__(self):\n        return self.f0\n\n    def total(self, rate=1):\n        if self.f1 and rate:\n            return self.f1 * rate\n        return 0\n`;
  });
  return `from django.db import models\n\n\n${classes.join('\n\n')}`;
};

const writeApp = (root: string, app: string, models: number, migrations: number): void => {
  const folder = join(root, app, 'migrations');
  mkdirSync(folder, { recursive: true });
  for (const path of [join(root, app, '__init__.py'), join(folder, '__init__.py')]) writeFileSync(path, '');
  writeFileSync(join(folder, '0001_initial.py'), initial(app, models));
  const fieldsOf = Array.from({ length: models }, () => 8);
  let before = '0001_initial';
  for (let number = 2; number <= migrations; number += 1) {
    const model = number % models;
    const field = fieldsOf[model] ?? 8;
    fieldsOf[model] = field + 1;
    const name = `${String(number).padStart(4, '0')}_model${model}_f${field}`;
    writeFileSync(join(folder, `${name}.py`), addition(app, model, field, before));
    before = name;
  }
  writeFileSync(join(root, app, 'models.py'), modelsFile(app, models, fieldsOf));
};

/** With another name for its apps, hardly a file has the text of one in another project. */
export const writeProject = (root: string, { models, migrations, perApp = 50 }: ProjectSize, appName = 'app'): void => {
  const apps = Math.max(1, Math.ceil(models / perApp));
  const labels = Array.from({ length: apps }, (_, app) => `${appName}${app}`);
  mkdirSync(root, { recursive: true });
  for (const [index, app] of labels.entries()) {
    writeApp(root, app, Math.min(perApp, models - index * perApp), Math.max(1, Math.round(migrations / apps)));
  }
  writeFileSync(join(root, 'manage.py'), 'import os\nos.environ.setdefault("DJANGO_SETTINGS_MODULE", "settings")\n');
  writeFileSync(
    join(root, 'settings.py'),
    `SECRET_KEY = "x"\nDEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"\nINSTALLED_APPS = ${JSON.stringify(labels)}\nDATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": "db.sqlite3"}}\n`,
  );
};

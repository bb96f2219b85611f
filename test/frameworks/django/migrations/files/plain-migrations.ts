/** Migrations that say all by themselves. */
const header =
  'from django.conf import settings\nfrom django.db import migrations, models\nimport django.db.models.deletion\n';

export const migrationOf = (operations: string, before = ''): string =>
  `${header}${before}\n\nclass Migration(migrations.Migration):\n    initial = True\n\n    dependencies = [\n        ("shop", "0001_initial"),\n        migrations.swappable_dependency(settings.AUTH_USER_MODEL),\n    ]\n\n    operations = [${operations}]\n`;

export const withField = (field: string, before = ''): string =>
  migrationOf(`migrations.AddField("book", "x", ${field})`, before);

/** By what they are about. */
export const plainMigrations: Record<string, string> = {
  'what makemigrations writes': migrationOf(
    `
        migrations.CreateModel(
            name="Book",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("title", models.CharField(max_length=100)),
                ("owner", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to=settings.AUTH_USER_MODEL)),
            ],
            options={"ordering": ["title"], "unique_together": {("title", "owner"), ("owner", "title")}},
            bases=(models.Model,),
            managers=[("objects", shop.models.BookManager())],
        ),
        migrations.AddIndex(model_name="book", index=models.Index(fields=["title"], name="i")),
        migrations.RenameField("book", "title", "name"),
        migrations.DeleteModel("Old"),
    `,
    'import shop.models\n',
  ),
  'texts of every form': withField(
    `models.CharField('it\\'s', "\\x41\\u00e9\\n", help_text="one " 'two ' r"\\three", verbose_name="""long
text""", db_column=u"c", default='')`,
  ),
  'numbers, signs and nothing': withField(
    'models.DecimalField(default=-1, max_digits=10, other=[0, 1.0, 2.50, -3, None, True, False, ()])',
  ),
  'tuples, lists, sets and dicts in each other': withField(
    'models.CharField(choices=[("a", "A"), ("b", {"c": [1, (2,), (3)]}), {"x"}, {1, 2, 1}, {}], default=dict)',
  ),
  'functions that it names': withField(
    'models.CharField(default=make, validators=[django.core.validators.MinLengthValidator(2)])',
    'import django.core.validators\n\ndef make():\n    return 1\n',
  ),
  'constants of its own': withField('models.CharField(choices=CHOICES)', 'CHOICES = [("a", "A")]\n'),
  'code and SQL': migrationOf(
    'migrations.RunPython(forwards, migrations.RunPython.noop), migrations.RunSQL("select 1", reverse_sql=""), migrations.SeparateDatabaseAndState(state_operations=[migrations.DeleteModel("X")], database_operations=[])',
    'def forwards(apps, schema_editor):\n    apps.get_model("shop", "Book")\n',
  ),
  'fields of packages': withField('mptt.fields.TreeForeignKey("self", models.CASCADE)', 'import mptt.fields\n'),
  'comments, texts and lines between all': migrationOf('# one\n  migrations.DeleteModel(  # two\n  "X",\n)').replace(
    '    initial',
    '    """What it does."""\n    # three\n    initial',
  ),
  'the same names of another module': migrationOf(
    'migrations.AddField("a", "b", models.CharField(max_length=100)), migrations.AddField("a", "p", models.PointField(srid=1))',
  ).replace(
    'from django.db import migrations, models',
    'from django.contrib.gis.db import models\nfrom django.db import migrations',
  ),
  'lines of Windows': withField('models.CharField(max_length=100)').replaceAll('\n', '\r\n'),
  'a list that repeats itself over lines': migrationOf(
    Array.from(
      { length: 5 },
      (_, at) => `migrations.AddField("a", "f${at}", models.CharField(\n    max_length=100,\n    null=True,\n)),\n`,
    ).join(''),
  ),
};

from django.db import migrations, models
from importlib import import_module
prev = import_module('two.migrations.0001_initial')
class Migration(migrations.Migration):
    dependencies = [('two', '0001_squashed_0003_merge'), ('contenttypes', '__latest__')]
    operations = [migrations.SeparateDatabaseAndState([], [migrations.CreateModel('Moved', fields=prev.Migration.operations[0].fields[:1] + [('x', models.IntegerField())])])]

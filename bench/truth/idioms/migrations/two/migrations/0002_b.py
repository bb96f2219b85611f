from django.db import migrations, models
class Migration(migrations.Migration):
    dependencies = [('two', '0001_initial')]
    operations = [migrations.AlterModelTable('c', 'cc')]

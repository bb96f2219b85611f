from django.db import migrations, models
class Migration(migrations.Migration):
    dependencies = [('two', n) for n in ('0002_a', '0002_b')]
    operations = [migrations.AlterField('c', 'z', models.CharField(default='z', max_length=5), preserve_default=True)]

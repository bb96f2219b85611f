from django.db import migrations, models
class Migration(migrations.Migration):
    dependencies = [('two', '0001_initial')]
    operations = [migrations.AddField('C', 'z', models.CharField(max_length=5, default='z', null=True))]

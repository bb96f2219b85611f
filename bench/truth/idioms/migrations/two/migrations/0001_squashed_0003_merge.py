from django.db import migrations, models
class Migration(migrations.Migration):
    replaces = [('two', '0001_initial'), ('two', '0002_a'), ('two', '0002_b'), ('two', '0003_merge')]
    initial = True
    dependencies = []
    operations = [migrations.CreateModel('C', [('id', models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name='ID')), ('y', models.IntegerField()), ('z', models.CharField(max_length=5, default='z'))], options={'db_table': 'cc'})]

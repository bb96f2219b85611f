from django.db import migrations, models
class Migration(migrations.Migration):
    initial = True
    operations = [migrations.CreateModel('C', [('id', models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name='ID')), ('y', models.IntegerField())])]

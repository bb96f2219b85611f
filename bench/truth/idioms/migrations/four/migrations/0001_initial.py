from django.db import migrations, models
import django.db.models.deletion
class Migration(migrations.Migration):
    operations = [
        migrations.CreateModel('F', [('id', models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name='ID')), ('g', models.IntegerField()), ('tmp', models.IntegerField())]),
        migrations.CreateModel('Prox', [], {'proxy': True, 'verbose_name': 'px', 'indexes': [], 'constraints': []}, ('four.f',)),
        migrations.CreateModel('Child', [('f_ptr', models.OneToOneField(auto_created=True, on_delete=django.db.models.deletion.CASCADE, parent_link=True, primary_key=True, serialize=False, to='four.f')), ('h', models.IntegerField())], bases=('four.f',)),
        migrations.RemoveField('f', 'tmp'),
        migrations.CreateModel('Gone', [('id', models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name='ID'))]),
        migrations.DeleteModel('Gone'),
    ]

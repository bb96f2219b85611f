from django.db import migrations, models
import django.db.models.deletion
class Migration(migrations.Migration):
    dependencies = ()
    operations = (
        migrations.CreateModel(name='T', fields=(('id', models.BigAutoField(primary_key=True, serialize=False, auto_created=True, verbose_name='ID')), ('q', models.IntegerField()), ('up', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, to='three.t'))), options={'order_with_respect_to': 'up'}),
    )

from django.db import migrations, models
import django.db.models.deletion
class Migration(migrations.Migration):
    dependencies = [('one', '0002_more'), ('two', '__first__')]
    run_before = [('four', '0001_initial')]
    operations = []
    operations.extend([
        migrations.RemoveIndex('a', 'name_i'),
        migrations.AddIndex(model_name='a', index=models.Index(fields=['size'], name='size_x')),
        migrations.RenameIndex(model_name='a', new_name='size_i', old_name='size_x'),
        migrations.CreateModel('Through', [
            ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
            ('a', models.ForeignKey('one.A', django.db.models.deletion.CASCADE)),
            ('b', models.ForeignKey('one.B', django.db.models.deletion.CASCADE)),
        ], {'unique_together': {('a', 'b')}}),
        *[migrations.AddConstraint('through', c) for c in [models.CheckConstraint(condition=models.Q(('a__gt', 0)), name='apos')]],
    ])

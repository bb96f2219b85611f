from django.db import migrations, models
def forwards(apps, schema_editor): pass
class AddMany(migrations.AddField):
    pass
def adds(model, count):
    return [migrations.AddField(model, f'n{i}', models.IntegerField(null=True)) for i in range(count)]
class Base(migrations.Migration):
    dependencies = [('one', '0001_initial')]
class Migration(Base):
    operations = adds('b', 3) + [
        AddMany(model_name='a', name='size', field=models.IntegerField(default=3)),
        migrations.RunPython(forwards, migrations.RunPython.noop, elidable=True),
        migrations.RunSQL('select 1', reverse_sql=migrations.RunSQL.noop, state_operations=[migrations.AddField('b', 'extra', models.TextField(default=''))]),
        migrations.RenameModel('Old', 'Renamed'),
        migrations.RenameField('renamed', 'old_field', 'renamed_field'),
        migrations.AlterModelOptions('renamed', {}),
    ]
    if True:
        operations += [migrations.AlterField('a', 'name', models.CharField(db_index=True, max_length=20))]
    operations.append(migrations.AlterModelOptions(name='a', options={'ordering': ['name']}))
    operations.insert(0, migrations.SeparateDatabaseAndState(database_operations=[migrations.RunSQL('select 2')], state_operations=[
        migrations.SeparateDatabaseAndState(state_operations=[migrations.AddIndex('a', models.Index(fields=['name'], name='name_i'))])]))

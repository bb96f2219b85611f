from django.db import migrations, models
import django.db.models.deletion
import uuid


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('catalogue', '0001_initial'),
        ('core', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='Expedition',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=120)),
                ('slug', models.SlugField(max_length=120, unique=True)),
                ('public_id', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ('begins_on', models.DateField()),
                ('ends_on', models.DateField(blank=True, null=True)),
                ('region', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='expeditions', to='core.place')),
                ('sheets', models.ManyToManyField(blank=True, related_name='expeditions', to='catalogue.MapSheet')),
            ],
            options={
                'ordering': ['-begins_on'],
                'get_latest_by': 'begins_on',
            },
        ),
        migrations.CreateModel(
            name='Instrument',
            fields=[
                ('serial', models.CharField(max_length=40, primary_key=True, serialize=False)),
                ('model', models.CharField(max_length=80)),
                ('calibrated_on', models.DateField(blank=True, null=True)),
            ],
        ),
        migrations.CreateModel(
            name='FieldNote',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('updated_at', models.DateTimeField(auto_now=True)),
                ('text', models.TextField()),
                ('expedition', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to='surveys.expedition')),
            ],
            options={
                'abstract': False,
            },
        ),
    ]

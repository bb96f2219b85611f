from django.conf import settings
from django.db import migrations, models
import django.db.models.deletion


class Migration(migrations.Migration):

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ('core', '0002_note'),
        ('surveys', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='Station',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.CharField(max_length=12)),
                ('elevation_m', models.DecimalField(blank=True, decimal_places=1, max_digits=6, null=True, verbose_name='elevation')),
                ('expedition', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='stations', to='surveys.expedition')),
                ('instruments', models.ManyToManyField(blank=True, related_name='stations', to='surveys.Instrument')),
                ('place', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, to='core.place')),
            ],
            options={
                'ordering': ['expedition', 'code'],
            },
        ),
        migrations.CreateModel(
            name='Observation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('updated_at', models.DateTimeField(auto_now=True)),
                ('taken_at', models.DateTimeField(db_index=True)),
                ('readings', models.JSONField(default=dict)),
                ('quality', models.CharField(choices=[('raw', 'Raw'), ('checked', 'Checked'), ('rejected', 'Rejected')], default='raw', max_length=8)),
                ('observer', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='observations', to=settings.AUTH_USER_MODEL)),
                ('previous', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='next', to='surveys.observation')),
                ('station', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='observations', to='surveys.station')),
            ],
            options={
                'ordering': ['station', 'taken_at'],
                'get_latest_by': 'taken_at',
            },
        ),
        migrations.AddConstraint(
            model_name='station',
            constraint=models.UniqueConstraint(fields=('expedition', 'code'), name='station_code_per_expedition'),
        ),
    ]

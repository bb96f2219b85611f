from django.db import migrations, models
import django.db.models.deletion


class Migration(migrations.Migration):

    dependencies = [
        ('catalogue', '0002_contributors'),
        ('publishing', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='Edition',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(default=1)),
                ('print_run', models.PositiveIntegerField(default=500)),
                ('printed_on', models.DateField(blank=True, null=True)),
                ('price', models.DecimalField(blank=True, decimal_places=2, max_digits=6, null=True)),
                ('book', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, to='catalogue.book')),
                ('manuscript', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='editions', to='publishing.manuscript', unique=True)),
            ],
            options={
                'ordering': ['-printed_on'],
            },
        ),
    ]

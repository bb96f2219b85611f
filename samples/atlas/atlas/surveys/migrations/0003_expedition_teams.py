from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('people', '0002_team_membership'),
        ('surveys', '0002_station_observation'),
    ]

    operations = [
        migrations.AddField(
            model_name='expedition',
            name='teams',
            field=models.ManyToManyField(blank=True, related_name='expeditions', to='people.Team'),
        ),
    ]

from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('surveys', '0002_station_observation'),
    ]

    operations = [
        migrations.DeleteModel(
            name='FieldNote',
        ),
    ]

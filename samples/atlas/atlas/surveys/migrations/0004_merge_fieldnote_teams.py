from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('surveys', '0003_delete_fieldnote'),
        ('surveys', '0003_expedition_teams'),
    ]

    operations = [
    ]

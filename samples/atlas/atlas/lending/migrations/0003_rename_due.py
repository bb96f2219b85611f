from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('lending', '0002_reservation_fine'),
    ]

    operations = [
        migrations.RenameField(
            model_name='loan',
            old_name='due',
            new_name='due_on',
        ),
    ]

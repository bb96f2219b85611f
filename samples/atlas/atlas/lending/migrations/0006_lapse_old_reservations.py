"""Reservations that nobody collected in time stop holding the item back."""
from django.db import migrations
from django.utils import timezone


def lapse(apps, schema_editor):
    Reservation = apps.get_model('lending', 'Reservation')
    Reservation.objects.using(schema_editor.connection.alias).filter(
        state__in=['waiting', 'ready'], expires_on__lt=timezone.localdate()
    ).update(state='lapsed')


class Migration(migrations.Migration):

    dependencies = [
        ('lending', '0005_one_open_loan_per_copy'),
    ]

    operations = [
        migrations.RunPython(lapse, migrations.RunPython.noop),
    ]

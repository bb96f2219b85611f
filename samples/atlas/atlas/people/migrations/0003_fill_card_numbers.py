"""Readers of before the cards get one: R- and six digits, in the order they joined."""
from django.db import migrations


def fill_card_numbers(apps, schema_editor):
    Reader = apps.get_model('people', 'Reader')
    readers = Reader.objects.using(schema_editor.connection.alias)
    taken = set(readers.exclude(card_number=None).values_list('card_number', flat=True))
    number = 0
    for reader in readers.filter(card_number=None).order_by('created_at', 'pk'):
        while True:
            number += 1
            card_number = f'R-{number:06d}'
            if card_number not in taken:
                break
        reader.card_number = card_number
        reader.save(update_fields=['card_number'])


class Migration(migrations.Migration):

    dependencies = [
        ('people', '0002_team_membership'),
    ]

    operations = [
        migrations.RunPython(fill_card_numbers, migrations.RunPython.noop),
    ]

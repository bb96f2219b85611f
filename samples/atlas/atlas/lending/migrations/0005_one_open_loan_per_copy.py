from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('lending', '0004_loan_due_rules'),
    ]

    operations = [
        migrations.AddConstraint(
            model_name='loan',
            constraint=models.UniqueConstraint(condition=models.Q(('returned_on__isnull', True)), fields=('copy',), name='one_open_loan_per_copy'),
        ),
    ]

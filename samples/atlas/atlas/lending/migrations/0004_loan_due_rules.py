from django.db import migrations, models
import django.db.models.expressions


class Migration(migrations.Migration):

    dependencies = [
        ('lending', '0003_rename_due'),
    ]

    operations = [
        migrations.AddIndex(
            model_name='loan',
            index=models.Index(fields=['returned_on', 'due_on'], name='loan_open_due_idx'),
        ),
        migrations.AddConstraint(
            model_name='loan',
            constraint=models.CheckConstraint(check=models.Q(('due_on__gte', django.db.models.expressions.F('lent_on'))), name='loan_due_after_lent'),
        ),
    ]

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('publishing', '0002_edition'),
    ]

    operations = [
        migrations.AlterField(
            model_name='manuscript',
            name='stage',
            field=models.CharField(choices=[('draft', 'Draft'), ('review', 'In review'), ('accepted', 'Accepted'), ('printed', 'Printed'), ('withdrawn', 'Withdrawn')], default='draft', max_length=10),
        ),
    ]

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('catalogue', '0003_copy'),
    ]

    operations = [
        migrations.AddField(
            model_name='item',
            name='language',
            field=models.CharField(default='por', max_length=3),
        ),
    ]

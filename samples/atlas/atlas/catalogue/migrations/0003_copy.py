from django.db import migrations, models
import django.db.models.deletion
import django.db.models.expressions
import uuid


class Migration(migrations.Migration):

    dependencies = [
        ('catalogue', '0002_contributors'),
    ]

    operations = [
        migrations.CreateModel(
            name='Copy',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ('barcode', models.CharField(max_length=14, unique=True)),
                ('condition', models.PositiveSmallIntegerField(choices=[(1, 'Poor'), (2, 'Fair'), (3, 'Good')], default=3)),
                ('acquired_on', models.DateField()),
                ('withdrawn_on', models.DateField(blank=True, null=True)),
                ('item', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='copies', to='catalogue.item')),
            ],
            options={
                'verbose_name_plural': 'copies',
                'ordering': ['barcode'],
            },
        ),
        migrations.AddConstraint(
            model_name='copy',
            constraint=models.CheckConstraint(check=models.Q(('withdrawn_on__isnull', True), ('withdrawn_on__gte', django.db.models.expressions.F('acquired_on')), _connector='OR'), name='copy_withdrawn_after_acquired'),
        ),
    ]

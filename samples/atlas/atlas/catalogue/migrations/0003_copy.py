from django.db import migrations, models
import django.db.models.deletion
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
        migrations.AddIndex(
            model_name='copy',
            index=models.Index(fields=['item', 'withdrawn_on'], name='copy_on_shelf_idx'),
        ),
    ]

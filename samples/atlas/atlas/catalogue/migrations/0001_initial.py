import django.core.validators
from django.db import migrations, models
import django.db.models.deletion
import uuid


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('core', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='Subject',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=120)),
                ('slug', models.SlugField(max_length=120, unique=True)),
                ('broader', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='narrower', to='catalogue.subject')),
            ],
            options={
                'ordering': ['name'],
                'abstract': False,
            },
        ),
        migrations.CreateModel(
            name='Item',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('updated_at', models.DateTimeField(auto_now=True)),
                ('public_id', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ('title', models.CharField(max_length=250)),
                ('shelfmark', models.CharField(max_length=40)),
                ('year', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('see_also', models.ManyToManyField(blank=True, related_name='seen_from', to='catalogue.Item')),
                ('subjects', models.ManyToManyField(blank=True, related_name='items', to='catalogue.Subject')),
            ],
            options={
                'ordering': ['title', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='MapSheet',
            fields=[
                ('item_ptr', models.OneToOneField(auto_created=True, on_delete=django.db.models.deletion.CASCADE, parent_link=True, primary_key=True, serialize=False, to='catalogue.item')),
                ('scale', models.PositiveIntegerField(help_text='The denominator: 25000 for 1:25 000.', validators=[django.core.validators.MinValueValidator(500)])),
                ('projection', models.CharField(blank=True, max_length=60)),
                ('area', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='map_sheets', to='core.place')),
            ],
            options={
                'verbose_name': 'map sheet',
            },
            bases=('catalogue.item',),
        ),
        migrations.CreateModel(
            name='Book',
            fields=[
                ('item_ptr', models.OneToOneField(auto_created=True, on_delete=django.db.models.deletion.CASCADE, parent_link=True, primary_key=True, serialize=False, to='catalogue.item')),
                ('isbn', models.CharField(blank=True, max_length=13, verbose_name='ISBN')),
                ('pages', models.PositiveIntegerField(blank=True, null=True)),
                ('places', models.ManyToManyField(blank=True, related_name='books', to='core.Place')),
            ],
            options={
                'abstract': False,
            },
            bases=('catalogue.item',),
        ),
    ]

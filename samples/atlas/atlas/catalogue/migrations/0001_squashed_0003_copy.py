import django.core.validators
from django.db import migrations, models
import django.db.models.deletion
import uuid


class Migration(migrations.Migration):

    replaces = [('catalogue', '0001_initial'), ('catalogue', '0002_contributors'), ('catalogue', '0003_copy')]

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
        migrations.CreateModel(
            name='Contributor',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=120)),
                ('born', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('died', models.PositiveSmallIntegerField(blank=True, null=True)),
            ],
            options={
                'ordering': ['name'],
            },
        ),
        migrations.CreateModel(
            name='Contribution',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('role', models.CharField(choices=[('author', 'Author'), ('cartographer', 'Cartographer'), ('engraver', 'Engraver'), ('translator', 'Translator')], default='author', max_length=12)),
                ('position', models.PositiveSmallIntegerField(default=1)),
                ('contributor', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='contributions', to='catalogue.contributor')),
                ('item', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='contributions', to='catalogue.item')),
            ],
            options={
                'ordering': ['item', 'position'],
                'unique_together': {('item', 'contributor', 'role')},
            },
        ),
        migrations.AddField(
            model_name='item',
            name='contributors',
            field=models.ManyToManyField(related_name='items', through='catalogue.Contribution', to='catalogue.Contributor'),
        ),
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

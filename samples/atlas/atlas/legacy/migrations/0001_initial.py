from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
    ]

    operations = [
        migrations.CreateModel(
            name='CatalogueCard',
            fields=[
                ('card_no', models.AutoField(primary_key=True, serialize=False)),
                ('drawer', models.CharField(max_length=8)),
                ('heading', models.CharField(max_length=200)),
                ('transcription', models.TextField(blank=True)),
            ],
            options={
                'db_table': 'old_card_index',
                'ordering': ['drawer', 'card_no'],
                'managed': False,
            },
        ),
    ]

from django.db import migrations, models
import django.db.models.deletion


class Migration(migrations.Migration):

    dependencies = [
        ('catalogue', '0001_initial'),
    ]

    operations = [
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
    ]

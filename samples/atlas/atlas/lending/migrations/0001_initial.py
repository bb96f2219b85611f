from django.conf import settings
from django.db import migrations, models
import django.db.models.deletion


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('catalogue', '0004_item_language'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ('people', '0003_fill_card_numbers'),
    ]

    operations = [
        migrations.CreateModel(
            name='LoanPolicy',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=60, unique=True)),
                ('days', models.PositiveSmallIntegerField(default=28)),
                ('renewable', models.BooleanField(default=True)),
                ('fine_cents_per_day', models.PositiveSmallIntegerField(default=20)),
            ],
            options={
                'verbose_name_plural': 'loan policies',
            },
        ),
        migrations.CreateModel(
            name='Loan',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('updated_at', models.DateTimeField(auto_now=True)),
                ('lent_on', models.DateField()),
                ('due', models.DateField()),
                ('returned_on', models.DateField(blank=True, null=True)),
                ('copy', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='loans', to='catalogue.copy')),
                ('lent_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('policy', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to='lending.loanpolicy')),
                ('reader', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='loans', to='people.reader')),
            ],
            options={
                'ordering': ['-lent_on', 'pk'],
            },
        ),
    ]

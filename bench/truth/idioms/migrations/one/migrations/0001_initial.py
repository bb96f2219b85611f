import one.models
from one.models import Cur, up
from django.conf import settings
from django.db import migrations, models
import django.db.models.deletion as deletion
ID = ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID'))
def create(name, *fields, **options):
    return migrations.CreateModel(name=name, fields=[ID, *fields], options=options)
class Migration(migrations.Migration):
    initial = True
    dependencies = [migrations.swappable_dependency(settings.AUTH_USER_MODEL)]
    operations = [
        create('A', ('name', models.CharField(max_length=10)), ('cur', Cur(default='EUR')), ('f', models.FileField(upload_to=up)),
               ('owner', models.ForeignKey(on_delete=deletion.CASCADE, to=settings.AUTH_USER_MODEL))),
        create('B', ('a', models.ForeignKey(to='one.a', on_delete=deletion.CASCADE, related_name='bs'))),
        create('Old', ('old_field', models.IntegerField(default=0)), ordering=['old_field']),
    ]

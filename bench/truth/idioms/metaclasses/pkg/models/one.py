from . import _base as b
from django.db import models
class One(b.Base):
    class Meta(b.Base.Meta):
        db_table = f"{__name__.rpartition('.')[2]}_tbl"
class Two(b.Base):
    one = models.ForeignKey('One', models.CASCADE)
    class Meta:
        app_label = 'pkg'

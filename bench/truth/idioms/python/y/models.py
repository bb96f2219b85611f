from django.db import models
import x.models as xm
from x.models import *
from x.models import reg as _r
__all__ = ['Local']
class Local(models.Model):
    for _name, _cls in sorted(_r.items()):
        locals()[f'to_{_name}'] = models.ForeignKey(_cls, models.CASCADE, related_name='+')
    del _name, _cls
    made = models.ForeignKey(xm.Made7, models.CASCADE, related_name='+')
    if 'three' not in _r and len(_r) == 2 and _r.get('two') is xm.Two: ok = models.BooleanField(default=True)
    if isinstance(_r, dict) and _r: yes = models.IntegerField()
    if not isinstance(xm.COLS, list): no = models.IntegerField()
    num = models.IntegerField(default=len(xm.COLS))

from django.db import models
from shop.models import Product, Status
import shop.models as sm
class Post(models.Model):
    title: "models.CharField[str, str]" = models.CharField(max_length=10)
    title_len: int
    body = models.TextField(); teaser = models.TextField(blank=True)
    a = models.IntegerField(null=True)
    c, d = models.IntegerField(null=True), models.TextField(null=True)
    (e, f), *g = (models.IntegerField(null=True), models.TextField(null=True)), 1, 2
    h: models.IntegerField = (lambda: models.IntegerField(null=True))()
    i = [models.IntegerField(null=True)][0]
    j = dict(x=models.IntegerField(null=True))['x']
    k = (models.IntegerField if Status.DRAFT == 'draft' else models.TextField)(null=True)
    l = Status and models.IntegerField(null=True)
    m = None or models.IntegerField(null=True)
    if (n := models.IntegerField(null=True)) is not None: pass
    try:
        o = models.NotThereField()
    except AttributeError:
        o = models.IntegerField(null=True)
    finally:
        p = models.IntegerField(null=True)
    while True:
        q = models.IntegerField(null=True)
        break
    else:
        r = models.IntegerField(null=True)
    class Meta:
        db_table = '"blog"."posts"' if False else 'posts'
    teaser = None
    def title2(self): pass
    u = models.IntegerField(null=True)
    def u(self): pass
for _name in ('x', 'y'):
    Post.add_to_class(f'{_name}_score', models.FloatField(null=True))
def register(cls=None, **options):
    def wrap(c):
        class History(models.Model):
            of = models.ForeignKey(c, models.CASCADE, related_name='history')
            class Meta:
                db_table = f'{c._meta.db_table}_history'
                app_label = c._meta.app_label
        History.__name__ = f'{c.__name__}History'
        c.history_model = History
        return c
    return wrap(cls) if cls else wrap
@register
class Page(models.Model): pass
sm.Product.add_to_class('page', models.ForeignKey(Page, models.SET_NULL, null=True))

from core.models import *
from core import models as core_models
from core.models import _, NULLABLE as N, TypedIntegerField, PriceField
import datetime, decimal
from decimal import Decimal
from django.db.models import Q, Value, CheckConstraint, UniqueConstraint, Index, Deferrable
from django.db.models.functions import Upper, Now, Coalesce
from django.core import validators as v

class Status(models.TextChoices):
    DRAFT = 'draft', _('Draft')
    LIVE = 'live', _('Live')
    OLD = 'old'
    @classmethod
    def open(cls): return [cls.DRAFT, cls.LIVE]
Size = models.TextChoices('Size', 'SMALL MEDIUM LARGE')
Num = models.IntegerChoices('Num', [('ONE', 1), ('TWO', 2)])
class Suit(enum.Enum):
    HEARTS = 1
    SPADES = 2
class Weekday(datetime.date, models.Choices):
    MON = 2024, 1, 1, 'Monday'
    TUE = 2024, 1, 2, 'Tuesday'

class Category(UUIDModel, Sluggable['Category']):
    parent = models.ForeignKey('self', models.SET_NULL, related_name='children', **N)
    name = Lower(collation='nocase')
    other = Lower('other', max_length=31)
    rank = TypedIntegerField(default=0)
    text = core_models.TypedTextField(blank=True)

class Product(TimeStamped, SoftDelete):
    category = models.ForeignKey(Category, on_delete=models.PROTECT, limit_choices_to={'parent__isnull': True})
    alt = models.ForeignKey('shop.category', models.CASCADE, to_field='slug', db_column='alt_slug', related_name='+', null=True)
    name = models.CharField(_('name'), **COMMON)
    status = models.CharField(max_length=max(map(len, Status.values)), choices=Status.choices + [('x', 'X')], default=Status.DRAFT)
    state = models.CharField(max_length=5, choices=Status, default=Status.open()[1].value)
    size = models.CharField(max_length=6, choices=Size.choices, default=Size.MEDIUM)
    num = models.IntegerField(choices=Num.choices, default=Num.TWO, validators=[v.MinValueValidator(Num.ONE.value), v.MaxValueValidator(2)])
    suit = models.CharField(max_length=9, choices=[(s.name, s.name.title()) for s in Suit], default=Suit.SPADES.name)
    day = models.DateField(choices=Weekday.choices, default=Weekday.MON, null=True)
    price = PriceField(_('price'), default=Decimal('9.90'))
    cost = PriceField(currency='USD', null=True, max_digits=5)
    weight = models.FloatField(default=1., validators=(v.MinValueValidator(0),))
    until = models.DateTimeField(default=datetime.datetime(2030, 1, 1, tzinfo=datetime.timezone.utc))
    took = models.DurationField(default=datetime.timedelta(days=1, hours=2))
    data = models.JSONField(default=dict, encoder=None)
    image = models.ImageField(upload_to='p/%Y/', max_length=200, blank=True) if False else models.FileField(upload_to=lambda i, f: f) if False else models.FileField(upload_to='x')
    def upload(instance, filename): return filename
    file = models.FileField(upload_to=upload, null=True)
    upper = models.GeneratedField(expression=Upper('name'), output_field=models.CharField(max_length=50), db_persist=True)
    at = models.DateTimeField(db_default=Now(), editable=False)
    class Meta(TimeStamped.Meta):
        verbose_name = _('product')
        verbose_name_plural = verbose_name + 's' if isinstance(verbose_name, str) else _('products')
        indexes = [*TimeStamped.Meta.indexes, Index('name', F('price').desc(), name='np'), Index(fields=['status'], condition=Q(status__in=Status.open()), name='open_%(class)s')]
        constraints = [
            UniqueConstraint(fields=('name', 'size'), name='%(app_label)s_%(class)s_u', deferrable=Deferrable.DEFERRED),
            CheckConstraint(condition=Q(price__gt=Decimal('0.5')) | Q(status=Status.OLD), name='pos'),
        ]
        permissions = (('sell_product', 'Can sell'),)
        base_manager_name = 'everything'

class Archive(Product):
    product_ptr = models.OneToOneField(Product, models.CASCADE, parent_link=True, primary_key=True)
    reason = models.TextField(default='')
    class Meta: pass

class Order(TimeStamped):
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_DEFAULT, default=1)
    products = models.ManyToManyField(Product, through='OrderLine', through_fields=('order', 'product'), related_name='%(class)ss')
    gift_for = models.ManyToManyField(settings.AUTH_USER_MODEL, related_name='%(app_label)s_gifts', blank=True)
    number = models.PositiveIntegerField(unique=True, error_messages={'unique': 'no'})
    total = property(lambda s: 0)
    class Meta:
        default_related_name = 'orders'
        ordering = [F('number').desc(nulls_last=True), 'pk']
        get_latest_by = ['created_at']
        default_manager_name = 'objects'
class OrderLine(models.Model):
    order = models.ForeignKey(Order, models.CASCADE)
    product = models.ForeignKey(Product, models.DO_NOTHING, db_constraint=False)
    sent_by = models.ForeignKey(Product, models.CASCADE, related_name='sender', null=True)
    quantity = models.SmallIntegerField(default=1)

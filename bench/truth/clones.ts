/** Projects that use what packages offer in many ways: held against the live registry with those packages, and as clones without them. */
import type { Trial } from './projects.ts';

const shop = (models: string): Record<string, string> => ({
  'shop/__init__.py': '',
  'shop/models.py': `from django.db import models\n${models}`,
});

export const cloneTrials: readonly Trial[] = [
  {
    name: 'parler in two ways',
    apps: ['parler', 'shop'],
    settings: "PARLER_LANGUAGES={None:({'code':'en'},)}\n",
    files: shop(`
from parler.models import TranslatableModel, TranslatedFields, TranslatedFieldsModel
from parler.fields import TranslatedField
class Item(TranslatableModel):
    title = TranslatedField(any_language=True)
    translations = TranslatedFields(title=models.CharField(max_length=9), body=models.TextField(), meta={"unique_together": [("title", "language_code")], "verbose_name": "t"})
    price = models.IntegerField()
class Other(TranslatableModel):
    name = TranslatedField()
    n = models.IntegerField()
class OtherTranslation(TranslatedFieldsModel):
    master = models.ForeignKey(Other, related_name="translations", null=True, on_delete=models.CASCADE)
    name = models.CharField(max_length=9)
    class Meta:
        unique_together = ("language_code", "master")
        db_table = "others"
`),
  },
  {
    name: 'model utils',
    apps: ['shop'],
    files: shop(`
from model_utils import Choices, FieldTracker
from model_utils.fields import StatusField, MonitorField, AutoCreatedField, AutoLastModifiedField, SplitField, UUIDField, UrlsafeTokenField
from model_utils.managers import InheritanceManager, QueryManager
from model_utils.models import TimeStampedModel, StatusModel, SoftDeletableModel, TimeFramedModel, UUIDModel
class Post(TimeStampedModel):
    STATUS = Choices("draft", "published")
    status = StatusField()
    changed = MonitorField(monitor="status")

    objects = InheritanceManager()
    public = QueryManager(status="published")
    tracker = FieldTracker()
class Art(StatusModel, TimeFramedModel):
    STATUS = Choices(("a", "A"), ("b", "B"))
    made = AutoCreatedField(db_index=True)
    last = AutoLastModifiedField("last")
    class Meta:
        ordering = ["made"]
class Soft(SoftDeletableModel):
    kind = models.CharField(max_length=9, choices=Art.STATUS, default=Art.STATUS.a)
class Uid(UUIDModel):
    token = UrlsafeTokenField(max_length=20)
class Ref(models.Model):
    uid = models.ForeignKey(Uid, models.CASCADE)
    own = UUIDField(primary_key=True, version=4, editable=False)
`),
  },
  {
    name: 'fields of packages',
    apps: ['django_extensions', 'colorfield', 'django_countries', 'shop'],
    settings: 'RQ_QUEUES={"default":{"HOST":"localhost","PORT":6379,"DB":0}}\n',
    files: shop(`
from colorfield.fields import ColorField
from django_countries.fields import CountryField
from django_countries import countries
from timezone_field import TimeZoneField
from picklefield import PickledObjectField
from django_fsm import FSMField, FSMIntegerField, FSMKeyField, transition
from markupfield.fields import MarkupField


from recurrence.fields import RecurrenceField
from django_extensions.db.fields import AutoSlugField, RandomCharField, ShortUUIDField, ModificationDateTimeField
from django_extensions.db.models import TimeStampedModel, TitleDescriptionModel, ActivatorModel
from sorl.thumbnail import ImageField

from imagekit.models import ImageSpecField, ProcessedImageField
from imagekit.processors import ResizeToFill
from ordered_model.models import OrderedModel, OrderedModelBase
from adminsortable.models import SortableMixin
from adminsortable.fields import SortableForeignKey
from dirtyfields import DirtyFieldsMixin
from django_bleach.models import BleachField
from django_measurement.models import MeasurementField
from measurement.measures import Weight
class State(models.Model):
    id = models.CharField(primary_key=True, max_length=9)
class One(DirtyFieldsMixin, models.Model):
    color = ColorField(default="#FF0000")
    country = CountryField(blank_label="x", null=True, blank=True)
    lands = CountryField(multiple=True)
    home = models.CharField(max_length=2, choices=countries)
    zone = TimeZoneField(default="Europe/London", null=True)
    blob = PickledObjectField(null=True)
    state = FSMField(default="new", protected=True)
    level = FSMIntegerField(default=0)
    key = FSMKeyField(State, default="a", on_delete=models.PROTECT)
    body = MarkupField(markup_type="plain", null=True)


    rec = RecurrenceField(null=True)
    slug = AutoSlugField(populate_from="body", unique=True)
    rand = RandomCharField(length=8, unique=True)
    short = ShortUUIDField(unique=True)
    image = ImageField(upload_to="x")
    thumb = ImageSpecField(source="image", processors=[ResizeToFill(100, 50)])
    processed = ProcessedImageField(upload_to="y", processors=[ResizeToFill(100, 50)])

    html = BleachField()
    weight = MeasurementField(measurement=Weight, null=True)
    @transition(field=state, source="new", target="done")
    def finish(self):
        pass
class Two(OrderedModel):
    one = models.ForeignKey(One, models.CASCADE)
    order_with_respect_to = "one"
    class Meta(OrderedModel.Meta):
        verbose_name = "t"
class Three(OrderedModelBase):
    rank = models.PositiveIntegerField(editable=False, db_index=True)
    order_field_name = "rank"
    class Meta:
        ordering = ("rank",)
class Four(SortableMixin, TitleDescriptionModel, ActivatorModel):
    one = SortableForeignKey(One, on_delete=models.CASCADE)
    position = models.PositiveIntegerField(default=0, editable=False, db_index=True)
    class Meta:
        ordering = ["position"]
class Five(TimeStampedModel):
    class Meta(TimeStampedModel.Meta):
        verbose_name_plural = "fives"
`),
  },
  {
    name: 'polymorphic and cluster',
    apps: ['polymorphic', 'modelcluster', 'taggit', 'reversion', 'guardian', 'shop'],
    files: shop(`
import reversion
from polymorphic.models import PolymorphicModel
from polymorphic.managers import PolymorphicManager
from polymorphic.showfields import ShowFieldType
from modelcluster.models import ClusterableModel
from modelcluster.fields import ParentalKey, ParentalManyToManyField
from modelcluster.contrib.taggit import ClusterTaggableManager
from taggit.models import TaggedItemBase
from guardian.models import UserObjectPermissionBase, GroupObjectPermissionBase
from guardian.mixins import GuardianUserMixin
class Project(ShowFieldType, PolymorphicModel):
    topic = models.CharField(max_length=9)
    objects = PolymorphicManager()
class Art(Project):
    artist = models.CharField(max_length=9)
@reversion.register()
class Page(ClusterableModel):
    tags = ClusterTaggableManager(through="shop.PageTag", blank=True)
    arts = ParentalManyToManyField(Art)
class PageTag(TaggedItemBase):
    content_object = ParentalKey("shop.Page", related_name="tagged_items", on_delete=models.CASCADE)
class Line(models.Model):
    page = ParentalKey(Page, on_delete=models.CASCADE, related_name="lines")
class PagePerm(UserObjectPermissionBase):
    content_object = models.ForeignKey(Page, on_delete=models.CASCADE)
`),
  },
  {
    name: 'imports that may fail',
    apps: ['taggit', 'mptt', 'shop'],
    files: shop(`
try:
    from taggit.managers import TaggableManager
except ImportError:
    TaggableManager = None
try:
    from mptt.models import MPTTModel as Base
    HAS_MPTT = True
except ImportError:
    from django.db.models import Model as Base
    HAS_MPTT = False
try:
    from nowhere.fields import JSONField
except ImportError:
    from django.db.models import JSONField
try:
    import nowhere
except ImportError:
    nowhere = None
else:
    class Ghost(models.Model):
        x = models.IntegerField()
class Cat(Base):
    name = models.CharField(max_length=9)
    if HAS_MPTT:
        parent = models.ForeignKey("self", null=True, on_delete=models.CASCADE)
class Item(models.Model):
    data = JSONField()
    if TaggableManager is not None:
        tags = TaggableManager()
    if nowhere:
        geo = models.TextField()
    name = models.CharField(max_length=9)
if not nowhere:
    class Real(models.Model):
        y = models.IntegerField()
else:
    class Unreal(models.Model):
        y = models.IntegerField()
`),
  },
  {
    name: 'custom user',
    apps: ['shop', 'oauth2_provider', 'organizations', 'axes'],
    settings: 'AUTH_USER_MODEL="shop.User"\nOAUTH2_PROVIDER_APPLICATION_MODEL="shop.MyApp"\n',
    files: shop(`
from django.contrib.auth.models import AbstractUser
from oauth2_provider.models import AbstractApplication
from organizations.models import OrganizationUser
from organizations.abstract import AbstractOrganization
from django_countries.fields import CountryField
class User(AbstractUser):
    country = CountryField(null=True)
class MyApp(AbstractApplication):
    logo = models.TextField(default="")
class Account(User):
    class Meta:
        proxy = True
class Team(models.Model):
    n = models.IntegerField()
`),
  },
];

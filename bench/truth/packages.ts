/**
 * More packages of this system, each in a throwaway project that uses what it is for. Those that are not installed are named and left
 * out. On Debian most are called python3-django-NAME; besides: python3-djoser, python3-social-django, python3-sorl-thumbnail,
 * python3-djangorestframework, python3-ara, python3-tinycss2.
 */
import { shop, type Trial } from './projects.ts';

export const packageTrials: readonly Trial[] = [
  {
    name: 'many plain',
    apps: [
      'django.contrib.sites',
      'analytical',
      'bootstrapform',
      'compressor',
      'corsheaders',
      'crispy_forms',
      'crispy_forms_foundation',
      'csp',
      'debug_toolbar',
      'django_assets',
      'django_babel',
      'django_cleanup',
      'django_filters',
      'django_gravatar',
      'django_js_reverse',
      'django_navtag',
      'django_object_actions',
      'django_tables2',
      'django_downloadview',
      'extra_views',
      'formtools',
      'rules',
      'sekizai',
      'stronghold',
      'webpack_loader',
      'sass_processor',
      'pipeline',
      'anymail',
      'django_bleach',
      'import_export',
      'maintenance_mode',
      'channels',
      'storages',
      'qr_code',
    ],
    settings: `SASS_PROCESSOR_ROOT="/tmp"
INTERNAL_IPS=[]
STATIC_URL="/static/"
`,
  },
  { name: 'maintenancemode', apps: ['django.contrib.sites', 'maintenancemode'] },
  {
    name: 'cas',
    apps: ['cas'],
    settings: `CAS_SERVER_URL="http://x/"
`,
  },
  { name: 'graphene tests', apps: ['graphene_django', 'graphene_django.tests'] },
  { name: 'impersonate', apps: ['impersonate'] },
  {
    name: 'prometheus',
    apps: ['django_prometheus', 'shop'],
    files: shop(`from django.db import models
from django_prometheus.models import ExportModelOperationsMixin
class Dog(ExportModelOperationsMixin("dog"), models.Model):
    name = models.CharField(max_length=9)
    class Meta:
        db_table = "dogs"
`),
  },
  {
    name: 'django_rq',
    apps: ['django_rq'],
    settings: `RQ_QUEUES={"default":{"HOST":"localhost","PORT":6379,"DB":0}}
`,
  },
  { name: 'social_django', apps: ['social_django'] },
  { name: 'djoser', apps: ['rest_framework', 'djoser', 'social_django'] },
  { name: 'templated_email', apps: ['templated_email'] },
  {
    name: 'thumbnail',
    apps: ['sorl.thumbnail', 'shop'],
    files: shop(`from django.db import models
from sorl.thumbnail import ImageField
from sorl.thumbnail.fields import ImageField as I2
class Pic(models.Model):
    image = ImageField(upload_to="x")
    other = I2(upload_to="x", null=True)
`),
  },
  {
    name: 'imagekit',
    apps: ['imagekit', 'shop'],
    settings: `RQ_QUEUES={"default":{"HOST":"localhost","PORT":6379,"DB":0}}
`,
    files: shop(`from django.db import models
from imagekit.models import ImageSpecField, ProcessedImageField
from imagekit.processors import ResizeToFill
class Pic(models.Model):
    image = models.ImageField(upload_to="x")
    thumb = ImageSpecField(source="image", processors=[ResizeToFill(10, 10)], format="JPEG")
    done = ProcessedImageField(upload_to="y", processors=[ResizeToFill(10, 10)], format="JPEG", null=True)
`),
  },
  {
    name: 'ldapdb',
    apps: ['ldapdb', 'shop'],
    files: shop(`import ldapdb.models
from ldapdb.models.fields import CharField, IntegerField, ListField, DateField
class LdapGroup(ldapdb.models.Model):
    base_dn = "ou=groups,dc=x"
    object_classes = ["posixGroup"]
    gid = IntegerField(db_column="gidNumber", unique=True)
    name = CharField(db_column="cn", max_length=200, primary_key=True)
    members = ListField(db_column="memberUid")
    class Meta:
        managed = False
class LdapUser(ldapdb.models.Model):
    base_dn = "ou=p"
    object_classes = ["x"]
    uid = CharField(db_column="uid", primary_key=True, max_length=20)
    born = DateField(db_column="b", null=True)
`),
  },
  {
    name: 'measurement',
    apps: ['django_measurement', 'shop'],
    files: shop(`from django.db import models
from django_measurement.models import MeasurementField
from measurement.measures import Weight
class Thing(models.Model):
    weight = MeasurementField(measurement=Weight, null=True)
`),
  },
  {
    name: 'modelcluster',
    apps: ['modelcluster', 'taggit', 'shop'],
    files: shop(`from django.db import models
from modelcluster.models import ClusterableModel
from modelcluster.fields import ParentalKey, ParentalManyToManyField
from modelcluster.contrib.taggit import ClusterTaggableManager
from taggit.models import TaggedItemBase
class Band(ClusterableModel):
    name = models.CharField(max_length=9)
class Member(models.Model):
    band = ParentalKey("Band", related_name="members", on_delete=models.CASCADE)
    name = models.CharField(max_length=9)
class TaggedPlace(TaggedItemBase):
    content_object = ParentalKey("Place", related_name="tagged_items", on_delete=models.CASCADE)
class Place(ClusterableModel):
    name = models.CharField(max_length=9)
    tags = ClusterTaggableManager(through=TaggedPlace, blank=True)
    bands = ParentalManyToManyField(Band)
`),
  },
  {
    name: 'psqlextra',
    apps: ['django.contrib.postgres', 'psqlextra', 'shop'],
    settings: `DATABASES={"default":{"ENGINE":"psqlextra.backend","NAME":"x"}}
`,
    files: shop(`from django.db import models
from psqlextra.models import PostgresModel, PostgresPartitionedModel, PostgresViewModel, PostgresMaterializedViewModel
from psqlextra.types import PostgresPartitioningMethod
from psqlextra.fields import HStoreField
class A(PostgresModel):
    title = HStoreField(required=["en"], uniqueness=["en"])
    name = models.CharField(max_length=3)
class P(PostgresPartitionedModel):
    class PartitioningMeta:
        method = PostgresPartitioningMethod.RANGE
        key = ["at"]
    at = models.DateTimeField()
class V(PostgresViewModel):
    class ViewMeta:
        query = "select 1"
    x = models.IntegerField()
`),
  },
  {
    name: 'pint',
    apps: ['shop'],
    files: shop(`from django.db import models
from quantityfield.fields import QuantityField, IntegerQuantityField
class T(models.Model):
    w = QuantityField("gram")
    n = IntegerQuantityField("ounce", null=True)
`),
  },
  {
    name: 'colorfield',
    apps: ['colorfield', 'paintstore', 'shop'],
    files: shop(`from django.db import models
from colorfield.fields import ColorField
from paintstore.fields import ColorPickerField
class T(models.Model):
    c = ColorField(default="#FF0000")
    d = ColorField(null=True, samples=[("#ff0000","r")])
    e = ColorPickerField()
`),
  },
  {
    name: 'cte',
    apps: ['shop'],
    files: shop(`from django.db import models
from django_cte import CTEManager
class T(models.Model):
    objects = CTEManager()
    p = models.ForeignKey("self", null=True, on_delete=models.CASCADE)
`),
  },
  {
    name: 'cacheops',
    apps: ['cacheops', 'shop'],
    settings: `CACHEOPS_REDIS="redis://localhost:6379/1"
CACHEOPS={"*.*":{"timeout":60}}
`,
    files: shop(`from django.db import models
class T(models.Model):
    m = models.ManyToManyField("self")
`),
  },
  {
    name: 'shortuuid',
    apps: ['shop'],
    files: shop(`from django.db import models
from shortuuidfield import ShortUUIDField
class T(models.Model):
    id = ShortUUIDField(primary_key=True)
    u = ShortUUIDField(auto=False, null=True)
`),
  },
  {
    name: 'swapper',
    apps: ['shop'],
    settings: `SHOP_PARENT_MODEL="shop.Mine"
`,
    files: shop(`from django.db import models
import swapper
class BaseParent(models.Model):
    name = models.CharField(max_length=9)
    class Meta:
        abstract = True
class Parent(BaseParent):
    class Meta:
        swappable = swapper.swappable_setting("shop", "Parent")
class Mine(BaseParent):
    more = models.IntegerField()
class Child(models.Model):
    parent = models.ForeignKey(swapper.get_model_name("shop", "Parent"), on_delete=models.CASCADE)
`),
  },
  {
    name: 'polymodels',
    apps: ['polymodels', 'shop'],
    files: shop(`from django.db import models
from polymodels.models import PolymorphicModel
class A(PolymorphicModel):
    name = models.CharField(max_length=9)
class B(A):
    n = models.IntegerField()
class C(A):
    class Meta:
        proxy = True
`),
  },
  {
    name: 'recurrence',
    apps: ['recurrence', 'shop'],
    files: shop(`from django.db import models
from recurrence.fields import RecurrenceField
class T(models.Model):
    r = RecurrenceField(null=True)
`),
  },
  {
    name: 'netfields',
    apps: ['netfields', 'shop'],
    settings: `DATABASES={"default":{"ENGINE":"django.db.backends.postgresql","NAME":"x"}}
`,
    files: shop(`from django.db import models
from netfields import InetAddressField, CidrAddressField, MACAddressField, NetManager
class T(models.Model):
    i = InetAddressField(null=True)
    c = CidrAddressField(unique=True)
    m = MACAddressField()
    objects = NetManager()
`),
  },
  {
    name: 'auto_one_to_one',
    apps: ['django_auto_one_to_one', 'shop'],
    files: shop(`from django.db import models
from django.contrib.auth.models import User
from django_auto_one_to_one import AutoOneToOneModel
class Profile(AutoOneToOneModel(User)):
    n = models.IntegerField(default=0)
class Card(AutoOneToOneModel(User, related_name="mycard", attr="cardowner")):
    n = models.IntegerField(default=0)
`),
  },
  {
    name: 'bleach',
    apps: ['django_bleach', 'shop'],
    files: shop(`from django.db import models
from django_bleach.models import BleachField
class T(models.Model):
    b = BleachField(null=True)
`),
  },
  {
    name: 'dirtyfields',
    apps: ['shop'],
    files: shop(`from django.db import models
from dirtyfields import DirtyFieldsMixin
class T(DirtyFieldsMixin, models.Model):
    b = models.IntegerField()
`),
  },
  {
    name: 'cache machine',
    apps: ['shop'],
    files: shop(`from django.db import models
from caching.base import CachingManager, CachingMixin
class T(CachingMixin, models.Model):
    b = models.IntegerField()
    objects = CachingManager()
    class Meta:
        base_manager_name = "objects"
`),
  },
  {
    name: 'rules',
    apps: ['rules', 'shop'],
    files: shop(`from django.db import models
import rules
from rules.contrib.models import RulesModel, RulesModelBase, RulesModelMixin
class T(RulesModel):
    b = models.IntegerField()
    class Meta:
        rules_permissions = {"add": rules.is_staff, "read": rules.is_authenticated}
class U(RulesModelMixin, models.Model, metaclass=RulesModelBase):
    c = models.IntegerField()
`),
  },
  {
    name: 'fsm admin',
    apps: ['fsm_admin', 'shop'],
    files: shop(`from django.db import models
from django_fsm import FSMField, FSMIntegerField, FSMKeyField, transition
class S(models.Model):
    id = models.CharField(primary_key=True, max_length=9)
class T(models.Model):
    s = FSMField(default="a", protected=True)
    i = FSMIntegerField(default=1)
    k = FSMKeyField(S, default="x", on_delete=models.CASCADE)
    @transition(field=s, source="a", target="b")
    def go(self):
        pass
`),
  },
  {
    name: 'guardian testapp',
    apps: ['guardian', 'guardian.testapp'],
    settings: `AUTH_USER_MODEL="testapp.CustomUser"
`,
  },
  { name: 'treebeard tests', apps: ['treebeard', 'treebeard.tests'] },
  { name: 'sitetree tests', apps: ['sitetree', 'sitetree.tests.testapp'] },
  { name: 'parler tests', apps: ['parler', 'parler.tests.testapp'] },
  {
    name: 'markupfield tests',
    apps: ['markupfield', 'markupfield.tests'],
    settings: `MARKUP_FIELD_TYPES=[("markdown",str)]
`,
  },
  { name: 'countries tests', apps: ['django_countries', 'django_countries.tests'] },
  { name: 'tagging tests', apps: ['tagging', 'tagging.tests'] },
  {
    name: 'pgschemas',
    apps: ['django_pgschemas', 'shop'],
    settings: `DATABASES={"default":{"ENGINE":"django_pgschemas.postgresql_backend","NAME":"x"}}
TENANTS={"public":{"APPS":["django.contrib.contenttypes","shop"]},"default":{"TENANT_MODEL":"shop.Client","DOMAIN_MODEL":"shop.Domain","APPS":["django.contrib.auth"],"URLCONF":"project.urls"}}
DATABASE_ROUTERS=("django_pgschemas.routers.SyncRouter",)
`,
    files: shop(`from django.db import models
from django_pgschemas.models import DomainMixin, TenantMixin
class Client(TenantMixin):
    name = models.CharField(max_length=9)
class Domain(DomainMixin):
    pass
`),
  },
  { name: 'ara', apps: ['ara.api'] },
];

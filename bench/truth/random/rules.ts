/** Rules that every app of a random project draws from: fields, their arguments, options of Meta. */

const names =
  'alpha¦beta¦gamma¦delta¦epsilon¦zeta¦eta¦theta¦iota¦kappa¦lamda¦mu¦nu¦xi¦omicron¦pi¦rho¦sigma_x¦tau¦upsilon';

const text = `«¦¦¦, default="«¦a¦b»"¦, default=§textValue§¦, default=§textValue§¦, default=«EMPTY¦FIRST¦consts.WORD¦"x" + FIRST¦f"{FIRST}-x"¦"%s!" % FIRST¦str(3)»¦, choices=§choices§¦, choices=§choices§, default=«"a"¦Kind.ONE¦Kind.TWO.value¦FIRST»»`;

const number = `«¦¦¦, default=§numberValue§¦, default=§numberValue§¦, default=«0¦1¦-1¦2 ** 3¦10 * 60¦consts.LIMIT¦consts.LIMIT + 1¦int("7")¦len(PAIRS)¦Level.LOW»¦, choices=Level.choices¦, validators=[«MinValueValidator(0)¦MinValueValidator(0), MaxValueValidator(«5¦consts.LIMIT»)¦own_validator¦OwnValidator("«a¦b»")¦consts.positive»]»`;

const common = `«¦¦¦¦¦¦, null=True¦, blank=True¦, null=True, blank=True¦, db_index=True¦, unique=True¦, editable=False¦, db_column="«col_a¦Col B»"¦, help_text="«a¦b»"¦, help_text=_("«Help¦More»")¦, help_text="a" "«b¦c»"¦, error_messages={"«unique¦null»": "«no¦taken»"}¦, db_tablespace="«x¦y»"¦, **«consts.OPTIONAL¦dict(null=True)¦{"blank": True}¦(OPTIONS if consts.FLAG else {})»»`;

const choices = `«PAIRS¦Kind.choices¦consts.SIZES¦[(c, c.title()) for c in «WORDS¦("a", "b")»]¦list(TABLE.items())¦TABLE.items()¦[("«a¦b»", "«A¦B»"), ("c", _("«C¦See»"))]¦(("g", (("a", "A"), ("b", "«B¦BB»"))), ("d", "D"))¦[(m.value, m.label) for m in Kind]¦PAIRS + [("z", "Z")]¦[*PAIRS, ("y", "Y")]¦tuple((k, v) for k, v in TABLE.items())¦sorted(TABLE.items())¦list(zip(WORDS, WORDS))¦[(str(i), str(i)) for i in range(«2¦3»)]¦list(enumerate(WORDS))¦[(w, w) for w in WORDS if w != "«two¦one»"]¦Letter.choices()¦Kind.choices[:1]¦[("", "---")] + Kind.choices¦[(e.value, e.name) for e in Letter]¦list(map(lambda w: (w, w.upper()), WORDS))¦[(x.value, x.name.title()) for x in Letter]¦tuple(Kind.choices)¦[(i, f"{i:02d}") for i in range(«3¦4»)]¦[(k, "%s (%d)" % (k, n)) for n, k in enumerate(WORDS)]¦((a, b) for a, b in PAIRS)¦[(c.name, c.value) for c in Letter.__members__.values()]¦dict(PAIRS).items()¦sorted(PAIRS, key=lambda p: p[«0¦1»])¦PAIRS[::-1]¦PAIRS[-1:]¦list(reversed(PAIRS))¦PAIRS if consts.FLAG else SHORT¦SHORT * 1¦[(v, v) for v in Kind.values]¦list(zip(Kind.names, Kind.labels))¦[(str(m), m.label) for m in Kind]¦[(w[0], w) for w in sorted(set(WORDS))]¦consts.choices_of(WORDS)¦consts.choices_of("«a¦b»", "c")¦[p for p in PAIRS if p[0] not in («"a"¦"b"»,)]¦{**TABLE, "z": "Z"}.items()¦BIG.items()¦[(key, value["label"]) for key, value in DEEP.items()]»`;

export const rules: Readonly<Record<string, string>> = {
  name: `«${names}»`,
  numberValue:
    '«consts.DEFAULTS["x"]¦consts.DEFAULTS.get("«x¦nope»", 7)¦getattr(settings, "«EXTRA_NUMBER¦NOPE»", 5)¦consts.Config.LIMIT¦1_000¦0x10¦0o17¦0b11¦True and «5¦6»¦None or 4¦max(1, «2¦3»)¦min([4, «2¦3»])¦sum([1, «2¦3»])¦1.0¦6 / «2¦3»¦2.0 ** 2¦round(2.5)¦float("«3¦4.5»")¦abs(-«2¦3»)¦round(«1.4¦2.6»)¦7 // 2¦7 % «4¦5»¦-(-3)¦~1¦1 << 4¦divmod(7, 2)[0]¦int("1" "2")¦len("«abc¦ab»")¦[1, 2, 3][«-1¦0»]¦(lambda: «3¦4»)()¦next(iter([«8¦9»]))¦int(«3.7¦4.2»)¦Level["HIGH"]¦Level.values[0]¦{"a": 1}["a"]¦Level.HIGH.value¦ord("«a¦b»")¦consts.COUNT¦1 if "a" in TABLE else 2¦5 if FIRST == "first" else 6¦not_callable»',
  textValue:
    '«"a,b".split(",")[«0¦1»]¦" ".join(WORDS)¦"x".upper()¦"%(k)s" % {"k": "«v¦w»"}¦"{0}_{1}".format("a", "«b¦c»")¦"{:>4}".format("a")¦"%03d" % «5¦6»¦f"{consts.LIMIT:05d}"¦f"{FIRST!r}"¦f"{1.5:.2f}"¦FIRST[«0¦1»]¦FIRST[:2]¦FIRST[::-1]¦"a" * 3¦"abc".replace("b", "«x¦y»")¦FIRST.capitalize()¦"Ab".swapcase()¦"a".zfill(3)¦"ab".center(6, "-")¦"x".ljust(3, ".")¦str(None)¦str(1.0)¦f"{4 / 2}"¦"%s" % (0.1 + 0.2)¦"{!r}".format(1e16)¦f"{2.0:g}"¦str(round(«2.5¦3.14159», 1))¦str(True)¦repr("a")¦Kind.ONE.label¦Kind.ONE.name¦Kind("one")¦Kind["TWO"]¦Kind.values[-1]¦Letter.A.value¦Letter.B.name¦consts.Config.NAME¦consts.Config().name¦consts.join("a", "«b¦c»")¦chr(97)¦"a-b".partition("-")[2]¦"A B".lower().replace(" ", "_")¦"ab" if consts.FLAG else "cd"¦"x" or "y"¦"" or "z"¦consts.WORD.title()¦WORDS[0]¦next(iter(TABLE))¦list(TABLE)[0]¦sorted(TABLE)[-1]¦"%s-%s" % ("a", 1)¦"%.1f%%" % 2.55¦hex(255)¦__name__.split(".")[-1]¦Kind.__name__¦"a\\tb"¦r"a\\d"¦"é"»',
  vn: '«¦¦¦¦"«label one¦Label two»", ¦_("«Title¦Name»"), »',
  text,
  number,
  common,
  choices,
  callableDefault: '«dict¦list¦make_default¦consts.make¦make_default»',
  fieldCall: `«models.CharField(§vn§max_length=«10¦20¦consts.LIMIT¦WIDE»§common§§text§)¦models.CharField(max_length=«10¦20»§text§)¦models.IntegerField(«None¦"«num¦Num»"¦verbose_name=None¦_("«num¦Num»")»§number§§common§)¦models.«PositiveInteger¦BigInteger¦SmallInteger¦PositiveSmallInteger»Field(default=«0¦1»§common§)¦models.TextField(§vn§blank=«True¦False»§text§)¦models.BooleanField(default=«True¦False¦bool(consts.FLAG)¦not consts.FLAG»)¦models.DateTimeField(«auto_now=True¦auto_now_add=True¦default=timezone.now¦null=True»)¦models.DateField(null=True§common0§)¦models.DateField(default=«date(2020, 1, «2¦3»)¦date.today¦datetime_module.date.today¦datetime_module.date(2020, 1, 2)»)¦models.DateTimeField(default=«datetime(2020, 1, «2¦3», tzinfo=⟦Django=modern:datetime_module.⟧timezone.utc)¦timezone.now»)¦models.UUIDField(default=uuid.UUID(«"12345678123456781234567812345678"¦int=5»))¦models.CharField(max_length=9, validators=[«RegexValidator(r"^«a¦b»")¦RegexValidator(r"^a", "msg", code="x")¦RegexValidator(re.compile(«r"a"¦r"b", re.I»))¦MaxLengthValidator(«3¦4»)¦EmailValidator(«¦"m"»)¦*consts.VALIDATORS¦validate_slug»])¦models.CharField(max_length=9, help_text=«_("a %(b)s") % {"b": «1¦2»}¦format_lazy("{} {}", _("a"), "«b¦c»")¦mark_safe("<b>«x¦y»</b>")¦"a".join(["x", "y"])»)¦models.JSONField(default=«list¦dict», encoder=«DjangoJSONEncoder¦None»)¦models.CharField(«*ARGS, max_length=5¦**{"max_length": 6, **OPTIONS}¦**dict(OPTIONS, max_length=«7¦8»)»)¦models.DecimalField(max_digits=«5¦8», decimal_places=2, default=«Decimal("0")¦Decimal("0.10")¦0¦Decimal(1)»)¦models.FloatField(default=«1.0¦1¦.5¦1e3¦float(2)»)¦models.JSONField(default=§callableDefault§)¦models.UUIDField(default=uuid.uuid4, editable=«False¦True»)¦models.DurationField(default=timedelta(«days=1¦hours=24¦minutes=5»))¦models.SlugField(«¦max_length=70»)¦models.EmailField(«¦blank=True»)¦models.URLField(«¦max_length=300»)¦models.FileField(upload_to=«"files"¦upload_path¦"f/%Y/"¦consts.upload¦UploadTo("«a¦b»")»«¦, storage=§storage§»)¦models.GenericIPAddressField(null=True«¦, protocol="ipv4"»)¦models.BinaryField(null=True«¦, max_length=5¦, default=b"«a¦b»"»)¦models.TimeField(null=True«¦, blank=True»)¦§ownField§»`,
  storage: '«FileSystemStorage(location="«/a¦/b»")¦consts.STORAGE¦get_storage¦default_storage»',
  common0: '«¦, blank=True¦, db_index=True»',
  ownField: `«UpperField()¦UpperField(max_length=«9¦11»)¦fields.CodeField("«A¦B»")¦fields.CodeField(«prefix="x"¦¦length=«6¦7»»)¦fields.FixedField()¦fields.FixedField(max_length=«3¦4»)¦fields.PairField()¦fields.PlainField(max_length=«5¦6»)¦fields.MoneyField(«¦currency="«EUR¦USD»"»)¦fields.ListField(«¦separator=";"»)¦fields.char(«5¦6»)¦fields.NullBool()»`,
  onDelete: '«models.CASCADE¦models.PROTECT¦models.DO_NOTHING¦models.RESTRICT¦CASCADE»',
  relArgs: `«¦¦, related_name="«rel_a¦rel_b¦+¦%(class)s_x¦%(app_label)s_%(class)s_y»"¦, related_query_name="«q_a¦%(class)s_q»"¦, null=True¦, db_constraint=False¦, db_index=False¦, limit_choices_to=«{"id__gt": 1}¦models.Q(id__gt=«1¦2»)¦limit»¦, verbose_name=_("«Rel¦Link»")¦, blank=True¦, db_column="«fk_col¦fk_c»"»`,
  target: `«"Peer"¦Peer¦"self"¦"@label@.Peer"¦settings.AUTH_USER_MODEL¦"@other@.Peer"¦"auth.Group"¦Group¦"contenttypes.ContentType"¦get_user_model()¦to_model("Peer")¦PEER»`,
  relation: `«models.ForeignKey(§target§, §onDelete§§relArgs§)¦models.ForeignKey(to=§target§, on_delete=§onDelete§§relArgs§)¦models.ForeignKey(§target§, on_delete=models.SET_NULL, null=True§relName§)¦models.ForeignKey(§target§, on_delete=models.SET(«default_owner¦1»)§relName§)¦models.ForeignKey(§target§, models.SET_DEFAULT, default=«1¦2»)¦models.OneToOneField(§target§, §onDelete§§relArgs§)¦models.ManyToManyField(§target§«¦, blank=True¦, db_table="«@label@_@Self@_t¦@label@_@Self@_u»"»§relName§)¦models.ManyToManyField("self", symmetrical=«True¦False»§relName§)¦own_key(§target§)¦fields.OwnerKey(«¦related_name="+"»)¦fields.Key(§target§«¦, null=True»)»`,
  relName: '«¦, related_name="«rn_a¦rn_b¦+»"»',
  field: '    §name§ = §fieldCall§\n',
  annotated: '    §name§: «models.Field¦"models.Field"¦t.Any» = §fieldCall§\n',
  relationLine: '    §name§ = §relation§\n',
  line: '«§field§¦§field§¦§field§¦§field§¦§relationLine§¦§relationLine§¦§annotated§¦    if «consts.FLAG¦not consts.FLAG¦settings.DEBUG¦sys.version_info >= (3, 8)¦getattr(settings, "EXTRA", False)¦django.VERSION < (4, 0)»:\n        §name§ = §fieldCall§\n    else:\n        §name§ = §fieldCall§\n¦    for _n in («"loop_a", "loop_b"¦"loop_a",»):\n        locals()[_n] = §fieldCall§\n    del _n\n¦    _width = «12¦13»\n    §name§ = models.CharField(max_length=_width)\n¦    try:\n        from «nothing_there import TextField¦django.db.models import TextField»\n        §name§ = TextField()\n    except ImportError:\n        §name§ = models.IntegerField(null=True)\n¦    §name§: int\n    words: t.List[str] = []\n¦    class Inner:\n        x = models.IntegerField()\n¦    §name§, §name§ = «models.TextField(), models.IntegerField(null=True)¦(models.TextField() for _ in range(2))»\n¦    @property\n    def «alpha¦beta»(self):\n        return 1\n¦    «alpha¦beta» = None\n¦    with_name = models.CharField(name="«given¦named»", max_length=5)\n¦»',
  lines: '«§line§§line§¦§line§§line§§line§¦§line§§line§§line§§line§§line§»',
  order: '"«¦-»key"',
  metaLine: `«¦        ordering = «[§order§]¦(§order§,)¦[models.F("key").«asc¦desc»(«¦nulls_last=True»)]¦["?"]¦["«-¦»id", "key"]¦consts.ORDER¦list(consts.ORDER)»\n¦        verbose_name = «"thing"¦_("thing")¦_("Thing %s") % "x"¦consts.WORD¦"a" + "b"»\n¦        verbose_name_plural = «"things"¦_("things")»\n¦        db_table = «"@label@_@Self@_x"¦"@label@_" + "@Self@_y"¦f"@label@_{FIRST}_@Self@"¦consts.PREFIX + "@label@_@Self@"¦'"quoted"."@label@_@Self@"'»\n¦        unique_together = «[("key", "num")]¦("key", "num")¦(("key", "num"), ("num",))¦[["num", "key"]]¦{("key", "num")}»\n¦⟦Django=old:        index_together = «[("key", "num")]¦("key", "num")¦[["num", "key"]]»\n⟧¦        indexes = [«§index§¦§index§, §index2§»]\n¦        constraints = [\n            models.CheckConstraint(check=Q(**{f"{n}__«gte¦gt»": 0}), name=f"@label@_@Self@_{n}") for n in ("num",)\n        ]\n¦        constraints = [«§constraint§¦§constraint§, §constraint2§¦*consts.make_constraints("@label@_@Self@")»]\n¦        permissions = «[(f"can_{w}", f"Can {w}") for w in WORDS]¦[("can_x", "Can «x¦y»")]¦(("p", "P"),)»\n¦        default_permissions = «()¦("add",)»\n¦        get_latest_by = «"key"¦["-key", "num"]»\n¦        default_related_name = "«drn_a¦drn_b»"\n¦        default_manager_name = "objects"\n¦        base_manager_name = "objects"\n¦        managed = «True¦False»\n¦        order_with_respect_to = "peer"\n¦        required_db_features = ["«gis_enabled¦x»"]\n¦        select_on_save = «True¦False»\n¦        app_label = "@label@"\n¦        ordering = [*consts.ORDER, "«num¦-num»"]\n¦        db_table = __name__.replace(".", "_") + "_@Self@"\n¦        verbose_name = Kind.__name__.lower()\n¦        locals().update(verbose_name="«u¦v»")\n¦        if consts.FLAG:\n            ordering = ["«num¦-num»"]\n¦        db_tablespace = "«ts¦tt»"\n»`,
  index: `«models.Index(fields=["key"]«¦, name="@label@_@Self@_i"¦, name="%(app_label)s_@Self@_i"»)¦models.Index(fields=["-key", "num"]«¦, name="@label@_@Self@_j"»)¦models.Index(fields=("num",), name="@label@_@Self@_k", condition=§q§)¦models.Index(fields=["num"], name="@label@_@Self@_inc", include=["key"])¦models.Index(Lower("key"), name="@label@_@Self@_low")¦models.Index(F("num").desc(), "key", name="@label@_@Self@_fx")»`,
  index2: '«models.Index(fields=["num", "key"])¦BTree(fields=["num"], name="@label@_@Self@_bt")»',
  q: `«models.Q(num__gt=«0¦1»)¦Q(num__gt=0) & Q(key="«a¦b»")¦Q(num__lt=F("num") «+¦-» 1)¦~Q(key="")¦Q(num__in=[1, «2¦3»])¦Q(num__isnull=True) | Q(num__gte=consts.LIMIT)¦Q(key__in=Kind.values)¦Q(key=Kind.ONE)¦Q(("num", 1))¦Q(Q(num=1), key="a")¦Q(num=1, key="b")¦Q(key="b", num=1)»`,
  constraint: `«models.CheckConstraint(check=§q§, name="@label@_@Self@_«c¦cc»")¦models.UniqueConstraint(fields=[«"key"¦"key", "num"»], name="@label@_@Self@_u"«¦, condition=§q§¦, deferrable=models.Deferrable.«DEFERRED¦IMMEDIATE»»)¦models.CheckConstraint(name="%(app_label)s_%(class)s_d", check=§q§)»`,
  constraint2: 'models.UniqueConstraint(fields=("num", "key"), name=f"{FIRST}_@label@_@Self@")',
  meta: '«¦    class Meta:\n§metaLine§        pass\n¦    class Meta:\n§metaLine§§metaLine§        pass\n¦    class Meta:\n§metaLine§§metaLine§§metaLine§        pass\n»',
  managers:
    '«¦¦¦    objects = «models.Manager()¦Kept()¦Passing()¦KeptQuery.as_manager()¦models.Manager.from_queryset(KeptQuery)()¦KeptWith("«a¦b»")»\n¦    everyone = models.Manager()\n    objects = Kept()\n¦    kept = Kept()\n¦    objects = Passing()\n    kept = Kept()\n»',
  head: `import datetime as datetime_module
import re
import sys
import typing as t
import uuid
from datetime import date, datetime, timedelta
from decimal import Decimal
from enum import Enum
from functools import partial

import django
from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.models import Group
from django.contrib.contenttypes.fields import GenericForeignKey, GenericRelation
from django.contrib.contenttypes.models import ContentType
from django.core.files.storage import FileSystemStorage, default_storage
from django.core.serializers.json import DjangoJSONEncoder
from django.core.validators import (
    EmailValidator, MaxLengthValidator, MaxValueValidator, MinValueValidator, RegexValidator, validate_slug,
)
from django.db import models
from django.db.models import CASCADE, F, Q
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.deconstruct import deconstructible
from django.utils.safestring import mark_safe
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
`,
};

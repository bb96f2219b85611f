/**
 * What is known of Django where its text is not at hand: which names it has, and which versions have them. Code asks for that before it
 * decides something: `hasattr(models, "JSONField")`, `try: from django.urls import reverse`.
 */
import { isEarlier, type Series, seriesOf } from '../../project/versions/bounds.ts';

/** The versions that a project may run on: from `least` on, up to but without `end`; null: there is no end. No `end`: one series. */
export type Versions = { least: Series | null; end?: Series | null };

/** Names that are there in every version that somebody still runs. */
const lasting = `
django: VERSION apps conf contrib core db dispatch forms get_version http setup template test utils views
django.apps: AppConfig apps registry
django.conf: settings
django.contrib: admin auth contenttypes gis messages postgres sessions sites
django.contrib.auth: authenticate get_user_model login logout
django.core: cache exceptions files mail management serializers signals validators
django.core.exceptions: FieldDoesNotExist FieldError ImproperlyConfigured ObjectDoesNotExist PermissionDenied ValidationError
django.core.management: BaseCommand call_command
django.db: DEFAULT_DB_ALIAS DataError DatabaseError IntegrityError OperationalError ProgrammingError connection connections migrations models router transaction utils
django.db.models: Aggregate AutoField Avg BigIntegerField BinaryField BooleanField CASCADE Case CharField CommaSeparatedIntegerField Count DO_NOTHING DateField DateTimeField DecimalField DurationField EmailField ExpressionWrapper F Field FileField FilePathField FloatField ForeignKey ForeignObject Func GenericIPAddressField IPAddressField ImageField IntegerField Lookup Manager ManyToManyField Max Min Model NullBooleanField ObjectDoesNotExist OneToOneField OrderWrt PROTECT PositiveIntegerField PositiveSmallIntegerField Prefetch ProtectedError Q QuerySet SET SET_DEFAULT SET_NULL SlugField SmallIntegerField StdDev Sum TextField TimeField Transform URLField UUIDField Value Variance When base deletion expressions fields functions lookups manager options query signals
django.dispatch: Signal receiver
django.utils: dateparse encoding formats functional html module_loading safestring text timezone translation
django.utils.encoding: force_bytes force_str smart_str
django.utils.functional: SimpleLazyObject cached_property lazy
django.utils.translation: get_language gettext gettext_lazy gettext_noop ngettext ngettext_lazy override pgettext pgettext_lazy
`;

/** Modules and names that came with a version, or went with one: `1.9-4.0`. */
const passing = `
django.conf.urls.url -4.0
django.contrib.auth.decorators.login_not_required 5.1-
django.contrib.auth.middleware.LoginRequiredMiddleware 5.1-
django.contrib.contenttypes.generic -1.9
django.core.files.storage.InMemoryStorage 4.2-
django.core.files.storage.get_storage_class -5.1
django.core.files.storage.storages 4.2-
django.core.urlresolvers -2.0
django.core.urlresolvers.reverse -2.0
django.core.urlresolvers.reverse_lazy -2.0
django.core.validators.DomainNameValidator 5.1-
django.core.validators.StepValueValidator 4.1-
django.core.validators.validate_domain_name 5.1-
django.db.models.AnyValue 6.0-
django.db.models.BaseConstraint 4.1-
django.db.models.BigAutoField 1.10-
django.db.models.CheckConstraint 2.2-
django.db.models.Choices 3.0-
django.db.models.CompositePrimaryKey 5.2-
django.db.models.DB_CASCADE 6.1-
django.db.models.DB_SET_DEFAULT 6.1-
django.db.models.DB_SET_NULL 6.1-
django.db.models.Deferrable 3.1-
django.db.models.Exists 1.11-
django.db.models.GeneratedField 5.0-
django.db.models.Index 1.11-
django.db.models.IntegerChoices 3.0-
django.db.models.JSONField 3.1-
django.db.models.OuterRef 1.11-
django.db.models.PositiveBigIntegerField 3.1-
django.db.models.RESTRICT 3.1-
django.db.models.SmallAutoField 3.0-
django.db.models.StringAgg 6.0-
django.db.models.Subquery 1.11-
django.db.models.TextChoices 3.0-
django.db.models.UniqueConstraint 2.2-
django.db.models.WindowFrameExclusion 5.1-
django.db.models.aprefetch_related_objects 5.0-
django.db.models.fields.composite 5.2-
django.db.models.fields.generated 5.0-
django.db.models.functions.JSONArray 5.2-
django.db.models.get_model -1.9
django.db.models.permalink -2.1
django.tasks 6.0-
django.urls 1.10-
django.urls.path 2.0-
django.urls.re_path 2.0-
django.urls.reverse 1.10-
django.urls.reverse_lazy 1.10-
django.utils.baseconv -5.0
django.utils.choices 5.0-
django.utils.choices.normalize_choices 5.0-
django.utils.datetime_safe -5.0
django.utils.deprecation.MiddlewareMixin 1.10-
django.utils.encoding.force_text -4.0
django.utils.encoding.python_2_unicode_compatible -3.0
django.utils.encoding.smart_text -4.0
django.utils.http.is_safe_url -4.0
django.utils.http.urlquote -4.0
django.utils.importlib -1.9
django.utils.itercompat -6.0
django.utils.simplejson -1.7
django.utils.six -3.0
django.utils.timezone.utc -5.0
django.utils.translation.ugettext -4.0
django.utils.translation.ugettext_lazy -4.0
django.utils.translation.ugettext_noop -4.0
django.utils.translation.ungettext -4.0
`;

/** First version that has it, first that has not; null: none of those that count. */
type Span = { since: Series | null; until: Series | null };

const readSpans = (): Map<string, Span> => {
  const spans = new Map<string, Span>([['django', { since: null, until: null }]]);
  for (const [, module = '', names = ''] of lasting.matchAll(/^(\S+): (.+)$/gm))
    for (const name of ['', ...names.split(' ')])
      spans.set(name === '' ? module : `${module}.${name}`, { since: null, until: null });
  for (const [, name = '', since = '', until = ''] of passing.matchAll(/^(\S+) ([\d.]*)-([\d.]*)$/gm))
    spans.set(name, {
      since: since === '' ? null : seriesOf(since),
      until: until === '' ? null : seriesOf(until),
    });
  return spans;
};

const spans = readSpans();

/** What is said of Django's names, for whoever has one to hold it against. */
export const knownNames = (): string[] => [...spans.keys()];

const isIn = ({ since, until }: Span, { least, end }: Versions): boolean | undefined => {
  if (since === null && until === null) return true;
  if (least === null) return undefined;
  // Of one series the end is the next one.
  const last = end === undefined ? ([least[0], least[1] + 1] as const) : end;
  const isSurelyOld = since !== null && last !== null && !isEarlier(since, last);
  if (isSurelyOld || (until !== null && !isEarlier(least, until))) return false;
  const isSince = since === null || !isEarlier(least, since);
  return isSince && (until === null || (last !== null && !isEarlier(until, last))) ? true : undefined;
};

/** The last version whose names are known here. */
export const LAST_KNOWN: Series = [6, 1];
const AFTER_LAST: Series = [6, 2];
const FIRST: Series = [1, 8];

/** All classes of fields up to that version are named above. */
const isNoField = (name: string, { least, end }: Versions): boolean => {
  if (least === null || !/^django\.db\.models\.[A-Z]\w*Field$/.test(name) || isEarlier(least, FIRST)) return false;
  if (end === undefined) return isEarlier(least, AFTER_LAST);
  return end !== null && !isEarlier(AFTER_LAST, end);
};

/** Whether a dotted name of Django is there; undefined where that is not known. */
export const isNameOfDjango = (name: string, versions: Versions): boolean | undefined => {
  const span = spans.get(name);
  if (span !== undefined) return isIn(span, versions);
  // What is in a module that is gone is gone with it.
  for (let dot = name.lastIndexOf('.'); dot > 0; dot = name.lastIndexOf('.', dot - 1)) {
    const outer = spans.get(name.slice(0, dot));
    if (outer !== undefined && isIn(outer, versions) === false) return false;
  }
  return isNoField(name, versions) ? false : undefined;
};

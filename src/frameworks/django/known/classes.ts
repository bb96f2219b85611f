/** Classes of Django that code asks about: what makes them, and what they have. */
import { OPTIONS } from '../world/model-class/fields/model-fields.ts';
import { MODEL } from '../world/model-class/registered-models.ts';

/** What Django gives the `_meta` of a model, in any version; of names that begin with an underscore nobody knows. */
const OF_OPTIONS = new Set(
  (
    'FORWARD_PROPERTIES REVERSE_PROPERTIES abstract add_field add_manager all_parents app_config app_label apps auto_created auto_field ' +
    'base_manager base_manager_name can_migrate concrete_fields concrete_model constraints contribute_to_class db_returning_fields db_table ' +
    'db_table_comment db_tablespace default_apps default_manager default_manager_name default_permissions default_related_name fields ' +
    'fields_map get_ancestor_link get_base_chain get_field get_fields get_latest_by get_parent_list get_path_from_parent get_path_to_parent ' +
    'has_auto_field index_together indexes installed is_composite_pk label label_lower local_concrete_fields local_fields local_managers ' +
    'local_many_to_many managed managers managers_map many_to_many meta model model_name module_name object_name order_with_respect_to ' +
    'ordering original_attrs parents permissions pk pk_fields private_fields proxy proxy_for_model related_fkey_lookups related_objects ' +
    'required_db_features required_db_vendor select_on_save setup_pk setup_proxy swappable swapped total_unique_constraints ' +
    'unique_together verbose_name verbose_name_plural verbose_name_raw virtual_fields'
  ).split(' '),
);
const hasOption = (attribute: string): boolean => attribute.startsWith('_') || OF_OPTIONS.has(attribute);

const MODEL_BASE = /^django\.db\.models\.(?:base\.)?ModelBase$/;

export const isMetaclass = (name: string): boolean => MODEL_BASE.test(name);

export const metaclassOf = (name: string): string | undefined =>
  MODEL.test(name) ? 'django.db.models.base.ModelBase' : undefined;

export const isMadeBy = (name: string, metaclass: string): boolean | undefined => {
  // A class that stands for a value which was not given.
  if (name.endsWith('.NOT_PROVIDED')) return false;
  return metaclassOf(name) !== undefined && isMetaclass(metaclass) ? true : undefined;
};

/** What models, fields and managers have from Django, of what code asks for; of names that begin with an underscore, as those begin. */
const GIVEN =
  /^(?:objects|pk|save|delete|check|clean|full_clean|from_db|DoesNotExist|MultipleObjectsReturned|NotUpdated|deconstruct|contribute_to_class|description|empty_\w+|get_\w+)$/;
const GIVEN_INSIDE =
  /^_(?:_(?!iter__)|(?:add|base|check|choices|clear|clone|constructor|db|default|defer|deferred|do|error|expression|fields|get|hints|identity|insert|is|iterable|known|limit|m2m|merge|meta|order|output|parse|perform|prefetch|prepare|primary|query|queryset|raw|related|resolve|result|save|set|state|sticky|unique|unregister|update|validate|validators|values|verbose)(?:_|$))/;

export const gives = (name: string, attribute: string): boolean =>
  name.startsWith('django.') && (GIVEN.test(attribute) || GIVEN_INSIDE.test(attribute));

/**
 * Where Django's text does not tell: what begins with an underscore is what code itself puts there, and of other names the base of all models has
 * few. A class of Django's may be a model, which has more than that.
 */
export const lacks = (name: string, attribute: string): boolean => {
  if (name === OPTIONS) return !hasOption(attribute);
  if (attribute === '_meta') return MODEL.test(name);
  if (attribute === '__dataclass_fields__') return name.startsWith('django.db.models.');
  return (MODEL.test(name) || attribute.startsWith('_')) && !gives(name, attribute);
};

/** Fields, relations and managers say nothing of truth; what a manager takes over from a query set has no underscores. */
export const isAlwaysTrue = (name: string): boolean =>
  /^django\.db\.models\.(?:\w+\.)*(?:\w*(?:Field|ForeignKey|Rel)|(?:Base)?Manager(?:\.from_queryset\(\))?)$/.test(name);

/** By the names that such classes have, wherever they come from: a package's own field is written so, too. */
export const takesTypes = (name: string): boolean => /(?:Field|Key|Manager|QuerySet|Model|Form|View|Admin)$/.test(name);

/** What of a model could not be told for sure, and how that is said. */
import type { Problem, SourceRef } from '../../../contract/index.ts';
import { type CallValue, isA, isSequence, nameOf, OPEN_KEYWORDS, type Value } from '../../../python/index.ts';
import type { ReadProject } from '../project/read-project.ts';
import { isField } from '../world/model-class/fields/model-fields.ts';
import { isStandardLibrary } from '../world/modules/standard-library.ts';
import { addProblem } from '../world/world-state.ts';
import { type BuiltModel, opennessOf } from './build.ts';
import { guessedKind } from './fields/field-classes.ts';
import { mayBeAbstract } from './meta.ts';
import { modelId } from './registry.ts';
import { isOfPackage, sourceOf } from './sources.ts';

const isAway = (value: Value | undefined, { isAway }: ReadProject['modules']): boolean =>
  isA(value, 'reference') && isAway(value.name);

/** Whether a base is missing whose fields and options count too. */
export const isUnsure = ({ order }: BuiltModel, { modules }: ReadProject): boolean => {
  for (const ancestor of order) {
    if (ancestor.type === 'reference') {
      if (!/^(django|builtins)\./.test(ancestor.name) && !isStandardLibrary(ancestor.name)) return true;
      continue;
    }
    const metaclass = ancestor.keywords.get('metaclass');
    const meta = ancestor.names.get('Meta');
    if (ancestor.isMaybe || isAway(metaclass, modules)) return true;
    if (isA(meta, 'class') && meta.bases.some((base) => isAway(base, modules))) return true;
    for (const base of ancestor.bases) if (isA(base, 'unknown')) return true;
  }
  return false;
};

/** Whether it is there, and what it has, is not certain. */
export const isOpen = (model: BuiltModel): boolean => {
  const { isEither = false, isOpen = false } = opennessOf(model);
  return isEither || isOpen;
};

/** Code that was left out may have changed it. */
export const isChanged = (model: BuiltModel, { world: { unfollowed } }: ReadProject): boolean =>
  opennessOf(model).isOpen === true ||
  model.order.some((ancestor) => ancestor.type === 'class' && unfollowed.has(ancestor));

/** In the project's own text; null: in that of a package. */
const writtenIn = (project: ReadProject, { file, line }: { file: string | null; line: number }): SourceRef | null => {
  const source = sourceOf(project, file, line);
  return source === null || isOfPackage(source.file) ? null : source;
};

/** Code was given the model to add fields to it, and which ones could not be told. */
const sayUnfollowed = (model: BuiltModel, project: ReadProject): void => {
  if (model.abstract || !isChanged(model, project)) return;
  addProblem(project.world, {
    code: 'fields_unknown',
    severity: 'warning',
    message: `${modelId(model)} may have more fields than are shown: code that adds fields to it could not be followed.`,
    file: null,
    line: null,
    ...sourceOf(project, model.value?.file ?? null, model.value?.line ?? 0),
  });
};

const isOpenOf = (names: readonly string[], given: ReadonlyMap<string, Value>): boolean =>
  names.some((name) => isA(given.get(name), 'unknown'));

const shownOfField = ['null', 'unique', 'primary_key', 'db_column'];

/** `IntegerField(**options)`: what of that is not known may decide anything that is shown of the field. */
const sayOpenFields = (model: BuiltModel, project: ReadProject): void => {
  const open = model.localFields.filter(
    ({ keywords, holder }) => holder === model && (keywords.has(OPEN_KEYWORDS) || isOpenOf(shownOfField, keywords)),
  );
  for (const { name, file, line } of model.abstract ? [] : open) {
    const source = writtenIn(project, { file, line });
    if (source === null) continue;
    addProblem(project.world, {
      code: 'field_arguments_unknown',
      severity: 'warning',
      message: `${modelId(model)}.${name} may be another field than is shown: not all that it is made with could be told.`,
      ...source,
    });
  }
};

const shownOfModel = ['app_label', 'db_table', 'managed', 'proxy', 'swappable'];

const sayOpenOptions = (model: BuiltModel, project: ReadProject): void => {
  const isOpen = !model.abstract && isOpenOf(shownOfModel, model.options);
  const source = isOpen && model.value ? writtenIn(project, model.value) : null;
  if (source === null) return;
  addProblem(project.world, {
    code: 'options_unknown',
    severity: 'warning',
    message: `${modelId(model)} may be of another kind or table than is shown: not all that its Meta says could be told.`,
    ...source,
  });
};

/** `more()` that could not be followed is no list, either. */
const isOpenList = (given: Value | undefined): boolean =>
  isSequence(given) ? given.items.some((part) => isA(part, 'unknown')) : given != null;

/** `constraints = [*more()]`: those that could be told are shown. */
const sayOpenLists = (model: BuiltModel, project: ReadProject): void => {
  const lists = model.abstract ? [] : ['constraints', 'indexes', 'unique_together'];
  for (const name of lists) {
    const isOpen = isOpenList(model.options.get(name));
    const source = isOpen && model.value ? writtenIn(project, model.value) : null;
    if (source === null) continue;
    addProblem(project.world, {
      code: 'options_unknown',
      severity: 'warning',
      message: `${modelId(model)} may have other ${name} than are shown: not all that its Meta says of them could be told.`,
      ...source,
    });
  }
};

/** Whether it is a model of its own decides about its table, and about those of its children. */
const sayMaybeAbstract = (model: BuiltModel, project: ReadProject): void => {
  const source = model.value && mayBeAbstract(model.value) ? writtenIn(project, model.value) : null;
  if (source === null) return;
  addProblem(project.world, {
    code: 'abstract_unknown',
    severity: 'warning',
    message: `${modelId(model)} is shown as a model of its own and may be abstract: what its Meta says of that could not be told.`,
    ...source,
  });
};

/** A field that stands behind a condition, or may be one of two. */
const sayMaybeFields = (model: BuiltModel, project: ReadProject): void => {
  for (const [name, attribute] of model.value?.names ?? []) {
    const field = isA(attribute, 'unknown') ? attribute.mayBe?.find(isField) : undefined;
    const source = isA(field, 'call') ? writtenIn(project, field) : null;
    if (source === null) continue;
    addProblem(project.world, {
      code: 'field_unknown',
      severity: 'warning',
      message: `${modelId(model)}.${name} is not shown: whether it is a field, and which, depends on something that could not be told.`,
      ...source,
    });
  }
};

const isFieldClass = (value: Value): boolean =>
  !isA(value, 'call') && /\b(?:\w*Field|ForeignKey)$/.test(nameOf(value) ?? '');

/** What hardly anything but a field is made with. */
const ofFields = ['max_length', 'null', 'blank', 'on_delete', 'related_name', 'db_index', 'db_column', 'primary_key'];

const isGivenAsField = (keywords: ReadonlyMap<string, Value>): boolean => ofFields.some((name) => keywords.has(name));

/** Why a call that was not read as a field may be one; undefined where that is not worth a word. `isUnread`: it may well be. */
const whyStrange = (
  { callee, args, keywords }: CallValue,
  isUnread: boolean,
  { away, modules }: ReadProject,
): string | undefined => {
  const made = nameOf(callee);
  // By its name it is a field, but no migration has one of that kind.
  if (away.isCold && made !== undefined && modules.isAway(made) && guessedKind(made) !== undefined)
    return `whether ${made} is a field could not be told, because its package is not at hand and no migration has one`;
  const given = [...args, ...keywords.values(), ...(isA(callee, 'call') ? callee.args : [])];
  // `secret = encrypt(models.CharField())`, `kind_of(models.CharField)(max_length=5)`: what is made of a field, or as one, is one by all looks.
  const looksLikeField = given.some((value) => isField(value) || isFieldClass(value)) || isGivenAsField(keywords);
  if (!isUnread || !looksLikeField) return undefined;
  return `what ${made ?? 'a call'} makes ${given.some(isField) ? 'of a field ' : ''}could not be told`;
};

const sayStrangers = (model: BuiltModel, project: ReadProject): void => {
  const shown = new Set([...model.localFields, ...model.localManyToMany].map(({ name }) => name));
  for (const [name, item] of model.value?.names ?? []) {
    if (!isA(item, 'call') || shown.has(name)) continue;
    const why = whyStrange(item, model.unread?.has(name) === true, project);
    const source = why === undefined ? null : writtenIn(project, item);
    if (source === null) continue;
    addProblem(project.world, {
      code: 'field_unknown',
      severity: 'warning',
      message: `${modelId(model)}.${name} is not shown: ${why}.`,
      ...source,
    });
  }
};

/** What is shown of a model, and what is not, that the running project may have otherwise. */
export const sayOpenParts = (model: BuiltModel, project: ReadProject): void => {
  sayUnfollowed(model, project);
  sayOpenFields(model, project);
  sayOpenOptions(model, project);
  sayOpenLists(model, project);
  sayMaybeAbstract(model, project);
  sayMaybeFields(model, project);
  sayStrangers(model, project);
};

/** Once the project has answered, what is shown is what it has: it has gone through what could not be told of its modules. */
const answered = new Set([
  'not_evaluated',
  'condition_not_known',
  'loop_not_followed',
  'package_not_at_hand',
  'fields_unknown',
  'field_arguments_unknown',
  'options_unknown',
  'abstract_unknown',
  'field_unknown',
  'database_unresolved',
]);

export const isAnswered = ({ code }: Problem): boolean => answered.has(code);

/** A model may name any app as its own. Of one that is not installed, others can point at it, and Django has it in no list of models. */
export const sayNotInstalled = (model: BuiltModel, project: ReadProject): void => {
  const source = model.value && writtenIn(project, model.value);
  if (source === null) return;
  addProblem(project.world, {
    code: 'model_not_installed',
    severity: 'info',
    message: `${modelId(model)} is not among the models: no installed app has the label ${model.app}.`,
    ...source,
  });
};

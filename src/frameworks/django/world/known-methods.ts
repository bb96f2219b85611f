/** Methods of models, fields and metaclasses that mean something to the reader of a Django project. */
import {
  type Arguments,
  type CallValue,
  dictOf,
  firstOf,
  inheritedMethod,
  isA,
  listOf,
  nameOf,
  noteChange,
  OPEN_KEYWORDS,
  referenceTo,
  resolutionOrder,
  SELF,
  SUPER,
  tupleOf,
  type Value,
} from '../../../python/index.ts';
import { bindField } from '../migrations/compare/fields/bind-field.ts';
import { type FieldPlace, settleField } from '../migrations/compare/fields/fields.ts';
import { callOnExpression } from '../migrations/compare/values/expressions.ts';
import { superDeconstruct } from '../migrations/compare/values/told-objects.ts';
import { withChanges } from '../models/fields/field-arguments.ts';
import { canonicalName } from '../models/fields/field-classes.ts';
import { APP_CONFIG, importByName, modelByName } from './known-calls.ts';
import { FIRST_NAME } from './model-class/bound-names.ts';
import type { ClassHooks } from './model-class/class-hooks.ts';
import { isPlainContributor } from './model-class/fields/contributions.ts';
import { MODEL_OF_META, OPTIONS } from './model-class/fields/model-fields.ts';
import { contributesAsManager } from './model-class/model-managers.ts';
import { HISTORY_RECORDS, labelOf, registeredModel, registeredModels } from './model-class/registered-models.ts';
import { callOnEntryPoints, isOfEntryPoints } from './modules/entry-points.ts';
import { openReference } from './modules/modules.ts';
import type { WorldState } from './world-state.ts';

const MAKES_CLASSES = /^(?:builtins\.type|django\..*\.ModelBase)$/;

/** `super()`, or a class of Django by its name. */
const isDjangoBase = (object: Value): boolean =>
  isA(object, 'call') ? object.name === SUPER : isA(object, 'reference') && object.name.startsWith('django.');

/** The class of the key that Django would add to a model of an app. */
export const keyClass = (state: WorldState, label: Value | undefined): string | undefined => {
  const app = state.apps.find((each) => each.label === label);
  const name = app?.defaultAutoField ?? state.defaultAutoField;
  return name === null || app?.isAutoFieldSure === false ? undefined : name;
};

/** `Options(meta, label)._get_default_pk_class()` */
const keyOfOptions = (state: WorldState, { args, keywords, state: set }: CallValue): Value | undefined => {
  const name = keyClass(state, set?.get('app_label') ?? keywords.get('app_label') ?? args[1]);
  return name === undefined ? undefined : referenceTo(name);
};

/** `self.get_model("Order")` and `self.get_models()` of an app's configuration. */
const callOnApp = (
  state: WorldState,
  app: CallValue,
  name: string,
  { args, keywords }: Arguments,
): Value | undefined => {
  const label = app.state?.get('label');
  if (app.name !== APP_CONFIG || typeof label !== 'string') return undefined;
  if (name === 'get_models') return registeredModels(state, [label]);
  const model = args[0] ?? keywords.get('model_name');
  return name === 'get_model' && model !== undefined ? modelByName(state, [label, model]) : undefined;
};

/** The arguments of a method by their place or by their name. */
const named = ({ args, keywords }: Arguments, names: readonly [string, string]): (Value | undefined)[] =>
  names.map((name, at) => firstOf(args[at], keywords.get(name)));

const POINTER = /^django\.db\.models\.(?:\w+\.)*(?:ForeignKey|OneToOneField)$/;

const FIELD = /^django\.db\.models\.(?:\w+\.)*\w*Field$/;

/** What is made anew gets its name from the model that takes it. */
const withoutName = (field: CallValue): CallValue => {
  field.state = new Map([...(field.state ?? [])].filter(([name]) => name !== 'name' && name !== FIRST_NAME));
  return field;
};

/** What Django names the key that it adds by itself. */
const ofImplicitKey = (keywords: ReadonlyMap<string, Value>): [string, Value][] =>
  keywords.get('auto_created') === true &&
  keywords.get('primary_key') === true &&
  !keywords.has('verbose_name') &&
  !keywords.has('parent_link')
    ? [
        ['verbose_name', 'ID'],
        ['serialize', false],
      ]
    : [];

const placeOfField = (state: WorldState, model: Value | undefined): FieldPlace => ({
  app: (isA(model, 'class') && labelOf(state, model)) || '',
  model: isA(model, 'class') ? model.name : '',
});

/** The name of a model that a relation points at; undefined where that cannot be told. */
const pointedAt = (state: WorldState, to: Value | undefined): Value | undefined => {
  const app = isA(to, 'class') ? labelOf(state, to) : undefined;
  if (isA(to, 'class')) return app && `${app}.${to.name}`.toLowerCase();
  // Of a field that is part of no model yet, a name without an app says nothing.
  return typeof to === 'string' && !to.startsWith('.') ? to : undefined;
};

/** What a class of fields says of how one is made and written. */
const MAKING = ['__init__', '__new__', 'deconstruct', 'clone'];

/** Django's class of a field, or that above one of the text which says nothing of how it is made. */
const djangoClassOf = ({ name, callee }: CallValue): string | undefined => {
  if (isA(callee, 'reference')) return canonicalName(name);
  if (!isA(callee, 'class')) return undefined;
  const order = resolutionOrder(callee);
  const above = order.findIndex((base) => base.type === 'reference' && /^django\.db\.models\./.test(base.name));
  const own = order.slice(0, above).filter((base) => base.type === 'class');
  if (above < 0 || own.length !== above || own.some(({ names }) => MAKING.some((each) => names.has(each))))
    return undefined;
  return own.some(({ bases }) => bases.some((base) => isA(base, 'unknown')))
    ? undefined
    : canonicalName(nameOf(order[above]) ?? '');
};

/** `field.deconstruct()`: name, class and arguments, by which code makes another one of it. `djangoClass`: what Django makes of them. */
const deconstructed = (state: WorldState, field: CallValue, djangoClass: string): Value | undefined => {
  const { args, state: set, callee } = field;
  const path = isA(callee, 'class') ? `${callee.module}.${callee.qualname}` : djangoClass;
  const isOld = Number.parseInt(state.input.djangoVersion ?? '', 10) < 4;
  const keywords = new Map([...ofImplicitKey(field.keywords), ...withChanges(field, isOld)]);
  const place = placeOfField(state, set?.get('model'));
  const bound = bindField({ path, djangoClass, args, keywords, source: null }, place);
  const kwargs = settleField(bound, djangoClass, place);
  // What a model takes for its key, its own or one that the text gives it, is written to no fixture beside it.
  const isKey = kwargs.get('primary_key') === true && (set?.has('model') || kwargs.has('parent_link'));
  if (isKey || ofImplicitKey(field.keywords).length > 0) kwargs.set('serialize', false);
  if (POINTER.test(djangoClass)) {
    const to = pointedAt(state, kwargs.get('to'));
    if (to === undefined) return undefined;
    kwargs.set('to', to);
  }
  return tupleOf([set?.get('name') ?? null, path, listOf([]), dictOf(kwargs, keywords.has(OPEN_KEYWORDS))]);
};

/** `field.deconstruct()` and `field.clone()` of a field that is made as Django does it; many to many are none that code copies. */
const callOnOwnText = (state: WorldState, field: CallValue, name: 'deconstruct' | 'clone'): Value | undefined => {
  const djangoClass = djangoClassOf(field);
  if (djangoClass === undefined) return undefined;
  if (name === 'deconstruct' && POINTER.test(djangoClass)) return deconstructed(state, field, djangoClass);
  if (!FIELD.test(djangoClass) || field.keywords.has('to')) return undefined;
  if (name === 'clone') return withoutName({ ...field, serial: state.engine.serial++ });
  return deconstructed(state, field, djangoClass);
};

/** `HistoricalRecords()`, or an object of a class of the project's own that derives from it. */
const keepsHistory = ({ name, callee }: CallValue): boolean =>
  name === HISTORY_RECORDS ||
  (isA(callee, 'class') && resolutionOrder(callee).some((ancestor) => nameOf(ancestor) === HISTORY_RECORDS));

/** Fields that are added to a model after its class was written, and what a field class passes on to its base. */
export const callMethod = (
  state: WorldState,
  hooks: ClassHooks,
  object: Value,
  name: string,
  call: Arguments,
): Value | undefined => {
  const [first, second] = named(call, name === 'contribute_to_class' ? ['cls', 'name'] : ['name', 'value']);
  // `get_user_model().add_to_class(…)`: a model is known by its name.
  if (name === 'add_to_class' && typeof object === 'string') {
    const model = registeredModel(state, object.split('.'));
    return model === undefined ? null : callMethod(state, hooks, model, name, call);
  }
  if (name === '__new__' && isA(object, 'call') && object.name === SUPER)
    return inheritedMethod(object, name)?.method.call(call.args, call.keywords) ?? hooks.superNew(call);
  if (name === '__new__' && isA(object, 'reference') && MAKES_CLASSES.test(object.name)) return hooks.superNew(call);
  if (name === 'add_to_class' && isA(object, 'class') && typeof first === 'string' && second !== undefined) {
    // A field or a manager that the model has stays in `_meta`.
    if (second === null && isA(object.names.get(first), 'call')) return null;
    noteChange(state.engine, object);
    hooks.add(object, first, second, state.classes);
    return null;
  }
  // One that is being made has no other below it yet.
  if (name === '__subclasses__' && isA(object, 'class') && hooks.isUnfinished(object)) return listOf([]);
  // Of a name that cannot be told; by a field of the model itself while it is made, too.
  if (name === 'add_to_class' && isA(object, 'class')) {
    noteChange(state.engine, object);
    state.unfollowed.add(object);
  }
  // `_meta.add_field(field, private=True)`, past all that is known of fields; an object of an own class adds itself so.
  if (name === 'add_field' && isA(object, 'call') && object.name === OPTIONS) {
    const model = object.state?.get(MODEL_OF_META);
    const isOwn = isA(call.args[0], 'call') && isA(call.args[0].callee, 'class');
    if (isA(model, 'class') && !isOwn) {
      noteChange(state.engine, model);
      state.unfollowed.add(model);
    }
    return null;
  }
  if (name === 'contribute_to_class' && isA(first, 'class') && typeof second === 'string' && isA(object, 'call')) {
    // That of the base is followed where its text is at hand.
    if (object.name === SUPER) {
      if (inheritedMethod(object, name) !== undefined) return undefined;
      hooks.place(first, object.state?.get(SELF) ?? null, second);
      return null;
    }
    // Something that is no field is none afterwards either: its own method says what becomes of it.
    if (isA(object.callee, 'class') && isPlainContributor(object.callee)) return undefined;
    noteChange(state.engine, first);
    hooks.add(first, second, object, state.classes);
    // What becomes of a field is told when all of the model is there; a manager is asked right afterwards.
    return hooks.isUnfinished(first) && contributesAsManager(object) ? undefined : null;
  }
  // `register(Model)`: as if the model had named its records itself.
  if (name === 'finalize' && isA(first, 'class') && isA(object, 'call') && keepsHistory(object)) {
    noteChange(state.engine, first);
    first.names.set('<registered history>', object);
    return null;
  }
  if (state.onSuperMethod?.name === name) {
    if (isDjangoBase(object)) return state.onSuperMethod.call();
    if (isA(object, 'call') && state.onSuperMethod.ofOther) return state.onSuperMethod.ofOther(object);
  }
  if (name === '__init__' && state.onSuperInit !== null && !isA(object, 'unknown')) {
    state.onSuperInit(isA(object, 'call') ? call : { args: call.args.slice(1), keywords: call.keywords }, object);
    return null;
  }
  if (isA(object, 'call') && (name === 'get_model' || name === 'get_models'))
    return callOnApp(state, object, name, call);
  if (name === 'deconstruct' && isA(object, 'call') && object.name === SUPER) {
    const told = superDeconstruct(object);
    if (told !== undefined) return told;
  }
  if (isA(object, 'call') && (name === 'deconstruct' || name === 'clone')) {
    const copy = callOnOwnText(state, object, name);
    if (copy !== undefined) return copy;
  }
  if (name === '_get_default_pk_class' && isA(object, 'call') && object.name === OPTIONS)
    return keyOfOptions(state, object);
  if (isOfEntryPoints(object)) {
    const loaded = callOnEntryPoints(state, object, name, call, (module, attribute) =>
      attribute === '' ? importByName(state, module) : openReference(state, `${module}.${attribute}`),
    );
    if (loaded !== undefined) return loaded;
  }
  return callOnExpression(object, name, call) ?? hooks.callMethod(object, name, call);
};

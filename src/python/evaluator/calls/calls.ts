/** Calls of values and of their methods. */

import { isMethodOf } from '../attributes/asked-attributes.ts';
import { askedAttribute, attributeOf } from '../attributes/attributes.ts';
import { callOnHeld, heldAtFirst, heldUnless, methodHolder } from '../attributes/held-data.ts';
import { itemOf } from '../attributes/items.ts';
import { setPlainly } from '../attributes/set-attributes.ts';
import { callOperator, callSpecial, isData } from '../attributes/special-methods.ts';
import { classAttribute, isWholeClass, memberFunction, metaclassOf, shownOrder } from '../classes/classes.ts';
import { makeEnumeration, memberOfValue } from '../classes/enumerations.ts';
import { inheritedMethod, SELF, SUPER } from '../classes/inherited.ts';
import { madeByNew, makeCall, rawObject } from '../classes/new-objects.ts';
import { formatText } from '../classes/objects.ts';
import { initialiseAtOnce } from '../classes/objects-at-once.ts';
import { callOfTuple, callRecords, makeFrom, makeRecord } from '../classes/record-calls.ts';
import { isRecord } from '../classes/records.ts';
import { changedInAnyOrder } from '../data/kept.ts';
import { keepSources, refresh, takeByMethod, takeGiven } from '../data/once.ts';
import { givenAnyOrder, lacksOrder } from '../data/order.ts';
import { noteChange } from '../data/ownership.ts';
import { variablesOr } from '../known/environment.ts';
import { fileMethod, isOpenFile } from '../known/files.ts';
import { type Apply, callHigher, sortInPlace } from '../known/higher.ts';
import { callIterator } from '../known/iterators.ts';
import { callLibrary } from '../known/library.ts';
import { callMethod, changesItsObject, isChanging } from '../known/methods.ts';
import { iniMethod, isIniParser } from '../known/texts/ini.ts';
import { callRegex, regexMethod, type Search } from '../known/texts/regex.ts';
import {
  type CallValue,
  type ClassValue,
  type FunctionValue,
  firstOf,
  isA,
  isMany,
  isSequence,
  isTagged,
  listOf,
  type MemberValue,
  nameOf,
  plainOf,
  referenceTo,
  tupleOf,
  unknown,
  unknownFrom,
  type Value,
} from '../values.ts';
import { type Arguments, type Scope, spend } from '../world.ts';
import { callFunction } from './call-function.ts';
import { runText } from './executed.ts';
import { tellStack } from './exit-stacks.ts';
import { loosenHanded, tellUndecided } from './handed.ts';
import { doubtMachine, doubtMissing, refuseAttribute, refuseMissing } from './refusals.ts';
import { asksScope, callScoped, isMetaclass, makeClass, membersOf } from './scoped.ts';

const callReference = (name: string, call: Arguments, scope: Scope, line: number): Value | undefined => {
  const { world } = scope.engine;
  for (const arg of call.args) refresh(arg, scope.engine);
  const isAnyOrder = lacksOrder(name, call.args);
  const work = (): Value | undefined => callKnown(name, call, scope, line);
  const found = isAnyOrder ? changedInAnyOrder(scope.engine, work) : work();
  const known = found === undefined || !isAnyOrder ? found : givenAnyOrder(name, found);
  if (known !== undefined) keepSources(name, call.args, known);
  if (known !== undefined) takeGiven(name, call.args, scope.engine);
  return known === undefined ? world.call(name, call, scope.module) : known;
};

const callKnown = (name: string, call: Arguments, scope: Scope, line: number): Value | undefined => {
  const { world } = scope.engine;
  if (name === 'builtins.exec') return runText(call, scope);
  if (name.startsWith('builtins.')) {
    const result = callByClass(name, call, scope, line);
    if (result !== undefined) return result;
    const isOfData = name === 'builtins.dict' || name === 'builtins.len';
    const given = isOfData
      ? { ...call, args: call.args.map((arg) => variablesOr(heldUnless(arg, '__len__', 'keys'), world)) }
      : call;
    const answer = callScoped(name.slice(9), given, scope, line, applyIn(scope, line));
    const [of = null, asked] = call.args;
    const isAsked = name === 'builtins.getattr' && answer !== undefined && typeof asked === 'string';
    return isAsked ? asHandedOn(of, asked, answer, scope) : answer;
  }
  if (asksScope(name)) return callScoped(name, call, scope, line, applyIn(scope, line));
  if (name === 'inspect.getmembers' && call.args.length === 1) return membersOf(call.args[0], scope);
  if (name === 'functools.reduce') return callHigher(name, call, applyIn(scope, line), world.readsSettings());
  if (name.startsWith('itertools.')) {
    const gone = callIterator(name, call, applyIn(scope, line));
    if (gone !== undefined) return gone;
  }
  if (name.startsWith('re.')) return callRegex(name, call, searchIn(scope, line));
  if (name.startsWith('operator.')) return callOperator(name.slice(9), call.args, scope);
  if (name === 'io.open' || name === 'codecs.open') return callKnown('builtins.open', call, scope, line);
  const result = firstOf(callLibrary(name, call, world), callRecords(name, call, scope, line));
  return result === undefined ? world.known.call(name, call, scope, line) : result;
};

/** `map(str.strip, names)`, `dict.__setitem__(self, key, value)`: a method by its class. */
const callByClass = (name: string, call: Arguments, scope: Scope, line: number): Value | undefined => {
  const method = /^builtins\.(?:str|list|dict|set|tuple)\.(\w+)$/.exec(name)?.[1];
  const [first, ...args] = call.args;
  const data = method === undefined || first === undefined ? undefined : plainOf(heldUnless(first));
  if (method === undefined || !isData(data)) return undefined;
  const result = callValue({ object: data, method }, { ...call, args }, scope, line);
  return isA(result, 'unknown') ? undefined : result;
};

const applyIn =
  (scope: Scope, line: number): Apply =>
  (target, args) =>
    callValue({ target }, { args, keywords: new Map() }, scope, line);

const searchIn = (scope: Scope, line: number): Search => ({
  pay: (steps) => spend(scope.engine, steps),
  apply: applyIn(scope, line),
});

/** `operator.itemgetter(1)`, `attrgetter("code")`, `methodcaller("lower")`: what such a one gives of something. */
const gottenBy = (getter: CallValue, of: Value, scope: Scope, line: number): Value | undefined => {
  const { name, args, keywords } = getter;
  if (name === 'operator.methodcaller') {
    const [method, ...rest] = args;
    return typeof method === 'string'
      ? callValue({ object: of, method }, { args: rest, keywords }, scope, line)
      : undefined;
  }
  const isItem = name === 'operator.itemgetter';
  if ((!isItem && name !== 'operator.attrgetter') || args.length === 0 || args.some(isMany)) return undefined;
  const parts = args.map((at) => {
    if (isItem) return itemOf(of, at, scope);
    if (typeof at !== 'string') return unknown('the name of an attribute is not known');
    return at.split('.').reduce((object, part) => attributeOf(object, part, scope), of);
  });
  return parts.length === 1 ? parts[0] : tupleOf(parts);
};

/** A method gets its instance, a class method its class. */
const bound = (object: Value, method: Value, call: Arguments): Arguments => {
  if (!isA(method, 'function')) return call;
  const kinds = method.decorators.map((decorator) => nameOf(decorator) ?? '');
  if (kinds.some((kind) => kind.endsWith('staticmethod'))) return call;
  const isClassMethod = kinds.some((kind) => kind.endsWith('classmethod'));
  if (isA(object, 'call')) return { ...call, args: [isClassMethod ? object.callee : object, ...call.args] };
  if (isRecord(object)) return { ...call, args: [isClassMethod ? object.of : object, ...call.args] };
  if (!isA(object, 'class')) return call;
  // A method of the metaclass gets the class, as a class method does.
  const metaclass = metaclassOf(object);
  const ofMetaclass = metaclass !== undefined && classAttribute(object, method.statement?.name ?? '') !== method;
  return isClassMethod || ofMetaclass ? { ...call, args: [object, ...call.args] } : call;
};

/** A method of a member of an enumeration; one that belongs to the class gets the class. */
export const callOfMember = (member: MemberValue, method: FunctionValue, call: Arguments, scope: Scope): Value => {
  const kinds = method.decorators.map((decorator) => nameOf(decorator) ?? '');
  if (kinds.some((kind) => kind.endsWith('staticmethod'))) return callFunction(method, call, scope);
  const self = kinds.some((kind) => kind.endsWith('classmethod')) ? member.of : member;
  return callFunction(method, { ...call, args: [self, ...call.args] }, scope);
};

/** Python's own data has methods that may be handed on, too: `add = apps.append`. */
const methodOfData = (object: Value, name: string, scope: Scope): FunctionValue | undefined => {
  if (!isData(object) || isRecord(object) || !isMethodOf(object, name)) return undefined;
  const call = (args: readonly Value[], keywords: ReadonlyMap<string, Value>): Value =>
    callValue({ object, method: name }, { args, keywords }, scope, 0);
  // It keeps to its own object, whatever class it is put into.
  const changes = typeof object !== 'string' && changesItsObject(name) ? { changes: object } : {};
  return { type: 'function', name, module: 'builtins', statement: null, decorators: [STATIC], ...changes, call };
};

const STATIC = referenceTo('builtins.staticmethod');
/** Called, it hands on what it was given; so does a method that code makes of a function and its object. */
const PARTIAL = 'functools.partial';
const HANDS_ON = new Set([PARTIAL, 'types.MethodType']);

/** A method that is handed on, `map(shop.label, words)`, keeps the object it was asked of; what was set on an object is none. */
export const asHandedOn = (object: Value, name: string, found: Value, scope: Scope): Value => {
  // What may be one of several lists may be changed by whoever is handed its method.
  if (isA(object, 'unknown') && changesItsObject(name)) noteChange(scope.engine, object);
  if (isA(found, 'unknown')) return methodOfData(object, name, scope) ?? found;
  if (!isA(found, 'function') || (!isA(object, 'call') && !isA(object, 'class') && !isRecord(object))) return found;
  const holder = isA(object, 'class') ? object : isRecord(object) ? object.of : object.callee;
  if (!isA(holder, 'class') || (isA(object, 'call') && object.state?.get(name) === found)) return found;
  if (classAttribute(holder, name) !== found) return found;
  const call = (args: readonly Value[], keywords: ReadonlyMap<string, Value>): Value =>
    found.call(bound(object, found, { args, keywords }).args, keywords);
  return { ...found, call };
};

const OF_TYPE = /\bsuper\(|\.__call__\(/;

/** What the metaclass gives where its class is called; one that has an instance made in the end, and does more, may be too much to follow. */
const answeredByMetaclass = (callee: ClassValue, call: Arguments, scope: Scope): Value | undefined => {
  const metaclass = metaclassOf(callee);
  const answer = metaclass && classAttribute(metaclass, '__call__');
  if (!isA(answer, 'function')) return undefined;
  const given = callFunction(answer, { ...call, args: [callee, ...call.args] }, scope);
  return OF_TYPE.test(answer.statement?.source ?? '') && !isA(given, 'call') ? undefined : given;
};

const callTarget = (callee: Value, call: Arguments, scope: Scope, line: number): Value => {
  const { engine } = scope;
  if (isA(callee, 'unknown')) return unknownFrom(callee);
  const made =
    call.args.length === 3 && isMetaclass(callee, engine.world.known)
      ? makeClass(call, scope, line, callee)
      : undefined;
  if (made !== undefined) return made;
  if (call.args.length === 2 && typeof call.args[0] === 'string') {
    const enumeration = makeEnumeration(callee, call, scope, line);
    if (enumeration !== undefined) return enumeration;
  }
  if (isA(callee, 'reference')) {
    const result = callReference(callee.name, call, scope, line);
    if (result !== undefined) return result;
    if (!HANDS_ON.has(callee.name)) loosenHanded(callee.name, call, scope);
    doubtMachine(callee.name, scope.engine);
    if (!engine.world.known.isFramework(callee.name)) tellUndecided(callee.name, call, scope);
  }
  if (isA(callee, 'call') || isA(callee, 'path')) {
    const result = engine.world.known.callMethod(callee, '__call__', call, scope, line);
    if (result !== undefined) return result;
  }
  if (isA(callee, 'call') && callee.name.startsWith('operator.') && call.args.length === 1) {
    const gotten = gottenBy(callee, call.args[0] ?? null, scope, line);
    if (gotten !== undefined) return gotten;
  }
  if (isA(callee, 'call') && HANDS_ON.has(callee.name)) {
    const [target = null, ...args] = callee.args;
    const keywords = new Map([...callee.keywords, ...call.keywords]);
    return callTarget(target, { args: [...args, ...call.args], keywords }, scope, line);
  }
  const own = isA(callee, 'call') && isA(callee.callee, 'class') ? classAttribute(callee.callee, '__call__') : callee;
  // What stands for a metaclass and bases is known by its name; the class that it makes for a moment is not.
  if (isA(own, 'function') && own.statement?.name !== 'with_metaclass') {
    const result = callFunction(own, own === callee ? call : { ...call, args: [callee, ...call.args] }, scope);
    if (!isA(result, 'unknown')) return result;
  }
  if (!isA(callee, 'class')) return makeCall(callee, call, scope, line);
  const answered = answeredByMetaclass(callee, call, scope);
  return answered === undefined ? instantiate(callee, call, scope, line) : answered;
};

/** What `type` itself makes of the call of a class. */
const instantiate = (callee: ClassValue, call: Arguments, scope: Scope, line: number): Value => {
  const { engine } = scope;
  const made = madeByNew(callee, call, scope);
  if (made !== undefined && !made.isNew) return made.object;
  const of = made?.of ?? callee;
  const record = makeRecord(of, call, scope);
  if (record !== undefined) return record;
  const member = memberOfValue(of, call, scope);
  if (member !== undefined) return member;
  const instance = made?.object ?? makeCall(of, call, scope, line);
  engine.world.known.onInstance(instance, of, engine.world);
  const given = { ...call, args: call.args.map((arg) => variablesOr(arg, engine.world)) };
  const held = heldAtFirst(of, given, engine.owner);
  if (held !== undefined) instance.held = held;
  initialiseAtOnce(instance, of, call, scope, line);
  return instance;
};

/** `Registry.__new__(Registry)`, of a class that says nothing of it itself. */
const isBareClass = (of: ClassValue): boolean =>
  classAttribute(of, '__new__') === undefined && isWholeClass(of, (base) => base === 'builtins.object');

/** `function.__get__(object, kind)`: its method. One that goes by more than its object is not told here. */
const boundTo = (method: FunctionValue, [of]: readonly Value[], scope: Scope, line: number): Value | undefined => {
  if (of === undefined || method.decorators.length > 0) return undefined;
  return of === null
    ? method
    : makeCall(referenceTo('types.MethodType'), { ...noKeywords, args: [method, of] }, scope, line);
};

const noKeywords = { keywords: new Map<string, Value>() };

/** `super().__call__(…)` of a metaclass, `type.__call__(cls, …)`, `super().__new__(cls)`, `object.__setattr__(…)`: what Python's own do. */
const callOfPython = (
  what: { object: Value; method: string },
  call: Arguments,
  scope: Scope,
  line: number,
): Value | undefined => {
  const { object, method } = what;
  if (isA(object, 'function')) return method === '__get__' ? boundTo(object, call.args, scope, line) : undefined;
  const isSuper = isA(object, 'call') && object.name === SUPER;
  const isPlain = isA(object, 'class') && method === '__new__' && isBareClass(object);
  if (!isSuper && !isPlain && !isA(object, 'reference')) return undefined;
  if (method === '__new__') return rawObject(call, scope, line);
  if (method === '__setattr__' && (isSuper || object.name === 'builtins.object')) {
    const [self, name, value] = isSuper ? [object.state?.get(SELF), ...call.args] : call.args;
    const isSet = typeof name === 'string' && value !== undefined && setPlainly(self, name, value, scope);
    return isSet ? null : undefined;
  }
  if (method !== '__call__' || !(isSuper || object.name === 'builtins.type')) return undefined;
  const of = isSuper ? object.state?.get(SELF) : call.args[0];
  const args = isSuper ? call.args : call.args.slice(1);
  return isA(of, 'class') ? instantiate(of, { ...call, args }, scope, line) : undefined;
};

/** Of a named tuple: what its class says comes before what every tuple has. */
const callOfRecord = (
  object: Value,
  method: string,
  call: Arguments,
  scope: Scope,
  line: number,
): Value | undefined => {
  if (isA(object, 'class') && method === '_make') return makeFrom(object, call.args[0]);
  if (!isRecord(object)) return undefined;
  const own = askedAttribute(object, method, scope);
  if (isA(own, 'unknown')) return callOfTuple(object, method, call);
  return callTarget(own, bound(object, own, call), scope, line);
};

/** A value may be a member of an enumeration that has a method of that name itself. */
const mayCallOther = (object: Value, method: string, { engine: { decayed } }: Scope): boolean => {
  const members = typeof object === 'string' || typeof object === 'number' ? decayed.get(object) : undefined;
  return members !== undefined && [...members].some((member) => memberFunction(member, method) !== undefined);
};

/** A call of a value, or of a method of one. */
export const callValue = (
  what: { target: Value } | { object: Value; method: string },
  call: Arguments,
  scope: Scope,
  line: number,
): Value => {
  if ('target' in what) return callTarget(what.target, call, scope, line);
  const { method } = what;
  const object = isA(what.object, 'call') ? methodHolder(what.object, method) : what.object;
  const { world } = scope.engine;
  if (mayCallOther(object, method, scope)) return unknown(`the result of .${method}() is not known`);
  if (typeof object === 'string' && method === 'format')
    return formatText(object, call, scope, (of, at) => itemOf(of, at, scope));
  const onHeld = isA(object, 'call') ? callOnHeld(object, method, call, scope) : undefined;
  if (onHeld !== undefined) return onHeld;
  if (isA(object, 'unknown')) {
    if (scope.engine.tries > 0) doubtMissing(object, method, call, scope.engine);
    if (changesItsObject(method)) noteChange(scope.engine, object);
    return unknownFrom(object);
  }
  const instance = isA(object, 'call') ? object : undefined;
  if (instance !== undefined) doubtMachine(instance.name, scope.engine);
  const ofPattern =
    isA(object, 'call') && object.name.startsWith('re.')
      ? regexMethod(object, method, call, searchIn(scope, line))
      : undefined;
  if (ofPattern !== undefined) return ofPattern;
  if (isA(object, 'call') || isA(object, 'path')) {
    const answer = world.known.callMethod(object, method, call, scope, line);
    if (answer !== undefined) return answer;
  }
  if (isIniParser(object)) {
    const answer = iniMethod(object, method, call, world);
    return answer === undefined ? unknown(`the result of .${method}() is not known`) : answer;
  }
  const ofStack = instance && tellStack(instance, method, call, scope);
  if (ofStack !== undefined) return ofStack;
  if (isOpenFile(object)) {
    noteChange(scope.engine, object);
    const answer = fileMethod(object, method, call.args);
    if (answer !== undefined) return answer;
  }
  if (isA(object, 'path') && method === 'open')
    return callTarget(referenceTo('builtins.open'), { ...call, args: [object, ...call.args] }, scope, line);
  if (isA(object, 'class') && method === 'mro') return listOf(shownOrder(object));
  const ofRecord = callOfRecord(object, method, call, scope, line);
  if (ofRecord !== undefined) return ofRecord;
  if (isChanging(object, method)) noteChange(scope.engine, object);
  if (isSequence(object) && object.type === 'list' && method === 'sort')
    return sortInPlace(object, call, applyIn(scope, line), world.readsSettings());
  if (scope.engine.tries > 0) {
    refuseAttribute(object, method);
    refuseMissing(object, method, call, scope.engine);
  }
  for (const arg of call.args) refresh(arg, scope.engine);
  const meant = world.callMethod(object, method, call);
  const answered = meant === undefined ? callMethod(object, method, call, world) : meant;
  if (answered !== undefined) {
    takeByMethod(method, call.args, scope.engine);
    return answered;
  }
  const special = isData(object) ? callSpecial(object, method, call.args, scope) : undefined;
  if (special !== undefined) return special;
  const next = inheritedMethod(object, method);
  if (next !== undefined) {
    const isStatic = next.method.decorators.some((decorator) => nameOf(decorator)?.endsWith('staticmethod'));
    return callFunction(next.method, isStatic ? call : { ...call, args: [next.self, ...call.args] }, scope);
  }
  const ofPython = callOfPython({ object, method }, call, scope, line);
  if (ofPython !== undefined) return ofPython;
  if (!isTagged(object) || isSequence(object) || isA(object, 'dict') || isA(object, 'path'))
    return unknown(`the result of .${method}() is not known`);
  const target = askedAttribute(object, method, scope);
  const isSet = instance?.state?.get(method) === target;
  return callTarget(target, isSet ? call : bound(object, target, call), scope, line);
};

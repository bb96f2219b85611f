/** `getattr` and `hasattr`: attributes that need not be there. */

import { callFunction } from '../calls/call-function.ts';
import { classAttribute, isClosedBase, isWholeClass, memberFunction, resolutionOrder } from '../classes/classes.ts';
import { CLASS, isClosedClass } from '../classes/instances.ts';
import { isBare, isNamespace } from '../classes/namespaces.ts';
import { isChangingName } from '../known/methods.ts';
import type { KnownPackages } from '../packages.ts';
import {
  type CallValue,
  type ClassValue,
  isA,
  type MemberValue,
  type ModuleValue,
  NOT_AT_HAND,
  unknown,
  type Value,
} from '../values.ts';
import { type Arguments, Raised, type Scope } from '../world.ts';
import { attributeOf, hasOwn, openedCall, settled, toldAttribute } from './attributes.ts';
import { memberState } from './member-state.ts';
import { stateOf } from './object-state.ts';
import { OBJECT, ofPlain, PROBED, valueHas } from './own-names.ts';

/** Asked for where it need not be there, as inside of a `try`. */
const isInModule = (module: string, name: string, { engine }: Scope): boolean | undefined => {
  engine.tries++;
  try {
    return engine.world.moduleHas(module, name);
  } finally {
    engine.tries--;
  }
};

/** Says that nobody knows whether something is there; false where it is known. */
const tellDoubt = (name: string, { engine: { world }, module, kind }: Scope, line: number): boolean => {
  if (!world.mayFail(name)) return false;
  const message = `Whether there is ${name} is not known; what depends on it is left open.`;
  if (kind !== 'function') world.note({ file: module.file, line, message, doubt: 'package' });
  return true;
};

/** A text or number may stand for a member of an enumeration that is equal to it, and has a name. */
const mayBeMember = (value: Value, name: string): boolean =>
  (typeof value === 'string' || typeof value === 'number') && /^_?(?:name|value)_?$|^label$/.test(name);

export const MAYBE_MEMBER = 'whether a value is a member of an enumeration is not known';

/** Whether it is a method of a text, list, set, tuple or dict. */
export const isMethodOf = (value: Value, name: string): boolean =>
  isChangingName(name) || (ofPlain(value) ?? []).some((list) => list.has(name));

/** What is given to every member of an enumeration. */
const ofMembers = /^_?(?:name|value)_?$/;

/** What its class gives a member, then what its value has, unless that is not its own. */
const memberHas = (member: MemberValue, name: string, scope: Scope): boolean | undefined => {
  const { of, isPure, label } = member;
  if (ofMembers.test(name) || memberFunction(member, name) !== undefined) return true;
  if (member.state?.has(name) || memberState(member, scope)?.has(name) || (name === 'label' && label !== undefined))
    return true;
  const { known } = scope.engine.world;
  const isWhole = isWholeClass(of, (base) => isClosedBase(base, known) && !known.gives(base, name));
  if (!isWhole || classAttribute(of, name) !== undefined) return undefined;
  return isPure ? OBJECT.has(name) : valueHas(member.value, name);
};

/** Whether a value of Python's own types has an attribute; undefined for other values, and where it cannot be told. */
const plainHas = (value: Value, name: string, scope: Scope): boolean | undefined => {
  if (isA(value, 'member')) return memberHas(value, name, scope);
  const members = scope.engine.decayed.get(value);
  if (members === undefined) return mayBeMember(value, name) ? undefined : valueHas(value, name);
  const answers = new Set([valueHas(value, name), ...[...members].map((member) => memberHas(member, name, scope))]);
  return answers.size === 1 ? [...answers][0] : undefined;
};

/** Undefined where Python raises AttributeError. */
const attributeIfThere = (object: Value, name: string, scope: Scope): Value | undefined => {
  try {
    return attributeOf(object, name, scope);
  } catch (error) {
    if (error instanceof Raised && error.kind === 'AttributeError') return undefined;
    throw error;
  }
};

/** Of a class or a module in which no text has the name: whether nothing else can give it. */
const isLacking = (value: ClassValue | ModuleValue, name: string, known: KnownPackages): boolean =>
  isA(value, 'module')
    ? value.file !== null && value.stars.length === 0
    : isWholeClass(value, (base) => isClosedBase(base, known) && !known.gives(base, name));

/** Whether a method of the text gives an object the attribute: then no base of a package has it. */
const setsItself = (of: ClassValue, name: string): boolean =>
  resolutionOrder(of).some(
    (ancestor) =>
      ancestor.type === 'class' &&
      [...ancestor.names.values()].some(
        (method) => isA(method, 'function') && method.statement?.source.includes(`self.${name} = `),
      ),
  );

/** Whether the `__getattr__` of its class gives an object what nobody else does: not where that raises AttributeError. */
const isAnswered = (object: CallValue, name: string, scope: Scope): boolean | undefined => {
  const method = isA(object.callee, 'class') ? classAttribute(object.callee, '__getattr__') : undefined;
  if (!isA(method, 'function') || stateOf(object, scope).has(name) || hasOwn(object, name)) return undefined;
  try {
    const answer = callFunction(method, { args: [object, name], keywords: new Map() }, scope);
    return isA(answer, 'unknown') ? undefined : true;
  } catch (error) {
    if (error instanceof Raised) return error.kind === 'AttributeError' ? false : undefined;
    throw error;
  }
};

/** Nobody but its text gives its objects anything: no base, no decorator, and no `__getattribute__`. */
const isPlainClass = (of: ClassValue): boolean =>
  isWholeClass(of, isBare) &&
  classAttribute(of, '__getattribute__') === undefined &&
  resolutionOrder(of).every((each) => each.type !== 'class' || (each.decorators.length === 0 && !each.isOpen));

const objectHas = (object: CallValue, name: string, scope: Scope): boolean | undefined => {
  const { callee } = object;
  const { known } = scope.engine.world;
  const told = toldAttribute(object, name, scope);
  if (isA(told, 'unknown')) return undefined;
  const answered = isAnswered(object, name, scope);
  if (answered !== undefined) return answered;
  if (told !== undefined || hasOwn(object, '__getattr__')) return true;
  if (isNamespace(object) && !name.startsWith('__')) return false;
  if (
    isA(callee, 'reference') &&
    known.isFramework(callee.name) &&
    CLASS.test(callee.name) &&
    known.lacks(callee.name, name)
  )
    return false;
  if (PROBED.has(name) && isA(callee, 'class') && isPlainClass(callee)) return false;
  const isWhole = isA(callee, 'class') && isWholeClass(callee, (base) => isClosedBase(base, known));
  return isWhole && setsItself(callee, name) ? false : undefined;
};

export const hasAttribute = (
  value: Value | undefined,
  name: string,
  scope: Scope,
  line: number,
): boolean | undefined => {
  const { known, resolve } = scope.engine.world;
  if (OBJECT.has(name)) return true;
  // The framework's and Python's own classes have none of the attributes that someone else's code asks for; a module may.
  if (isA(value, 'reference')) {
    if (resolve(`${value.name}.${name}`) !== undefined) return true;
    const isThere = isInModule(value.name, name, scope);
    if (isThere !== undefined) return isThere;
    tellDoubt(`${value.name}.${name}`, scope, line);
    if (known.isFramework(value.name))
      return CLASS.test(value.name) && known.lacks(value.name, name) ? false : undefined;
    return value.name === 'builtins.object' || isClosedClass(value.name, known) ? false : undefined;
  }
  const isPlain = value === undefined ? undefined : plainHas(value, name, scope);
  if (isPlain !== undefined) return isPlain;
  if (isA(value, 'call')) return objectHas(value, name, scope);
  if (!isA(value, 'class') && !isA(value, 'module')) return undefined;
  const told = toldAttribute(value, name, scope);
  if (told !== undefined) return isA(told, 'unknown') ? undefined : true;
  const found = attributeIfThere(value, name, scope);
  if (found === undefined) return false;
  if (!isA(found, 'reference') && !isA(found, 'unknown')) return true;
  return isLacking(value, name, known) ? false : undefined;
};

/** Of a member itself, or of each that a value may be: what all of them give. */
const ofMember = (member: MemberValue, name: string, otherwise: Value | undefined, scope: Scope): Value | undefined => {
  const has = memberHas(member, name, scope);
  if (has === undefined) return undefined;
  return has || otherwise === undefined ? attributeOf(member, name, scope) : otherwise;
};

/** `getattr(settings, "LENGTH", 255)`. */
export const getAttribute = (
  first: Value,
  { args: [, second, third] }: Arguments,
  scope: Scope,
  line: number,
): Value | undefined => {
  // `getattr(settings, setting_name("LENGTH"), 255)`
  const asked = isA(second, 'call') ? openedCall(second, scope) : second;
  if (typeof asked !== 'string') return undefined;
  if (isA(first, 'member')) return ofMember(first, asked, third, scope) ?? unknown(MAYBE_MEMBER);
  const members = [...(scope.engine.decayed.get(first) ?? [])];
  const found = gotten(first, asked, third, scope, line);
  return members.every((member) => ofMember(member, asked, third, scope) === found) ? found : unknown(MAYBE_MEMBER);
};

const gotten = (first: Value, asked: string, third: Value | undefined, scope: Scope, line: number): Value => {
  const { known, resolve } = scope.engine.world;
  const isThere = isA(first, 'reference') ? isInModule(first.name, asked, scope) : undefined;
  const isPlain = mayBeMember(first, asked) ? undefined : valueHas(first, asked);
  if (third !== undefined && (isThere === false || isPlain === false)) return third;
  if (third !== undefined && isA(first, 'call') && isAnswered(first, asked, scope) === false) return third;
  // A module that was not opened may have it all the same.
  const held = attributeIfThere(first, asked, scope);
  if (held === undefined && third !== undefined) return third;
  const found = settled(held ?? attributeOf(first, asked, scope), scope);
  if ((isA(found, 'reference') && isThere) || toldAttribute(first, asked, scope) !== undefined) return found;
  // A class of the framework's of which its text does not tell.
  const isClass = isA(first, 'reference') && CLASS.test(first.name) && known.isFramework(first.name);
  if (third !== undefined && isClass && isA(found, 'reference') && !known.lacks(first.name, asked))
    return unknown(`the attribute ${asked} is not known`);
  if (isA(found, 'reference') && third !== undefined && tellDoubt(found.name, scope, line)) return unknown(NOT_AT_HAND);
  if (third !== undefined && isA(first, 'class') && isA(found, 'reference') && !isLacking(first, asked, known))
    return unknown(`the attribute ${asked} is not known`);
  if (third === undefined || (!isA(found, 'reference') && !isA(found, 'unknown')))
    return third === undefined || third === found || !mayBeMember(first, asked) ? found : unknown(MAYBE_MEMBER);
  // What cannot be told of it may be there all the same.
  const isUnresolved = isA(first, 'reference') && isA(resolve(`${first.name}.${asked}`), 'unknown');
  const isAsked = isUnresolved || hasOwn(first, '__getattr__');
  const isOpen = isA(first, 'unknown') || isPlain || ofPlain(first) !== undefined || isAsked;
  return isA(found, 'unknown') && isOpen ? found : third;
};

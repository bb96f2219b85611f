/** Calls of values and of their methods. */
import { attributeOf, callFunction } from './attributes.ts';
import { classAttribute, metaclassOf, resolutionOrder } from './classes.ts';
import { callLibrary, isEnvironmentReader, readEnvironment } from './known/library.ts';
import { callMethod, isChanging } from './known/methods.ts';
import { noteChange } from './ownership.ts';
import { type Apply, callScoped } from './scoped.ts';
import { type CallValue, isA, isSequence, isTagged, listOf, nameOf, unknown, type Value } from './values.ts';
import type { Arguments, Scope } from './world.ts';

const makeCall = (callee: Value, call: Arguments, scope: Scope, line: number): CallValue => ({
  type: 'call',
  name: nameOf(callee) ?? '',
  callee,
  args: call.args,
  keywords: call.keywords,
  serial: scope.engine.serial++,
  file: scope.module.file,
  line,
  owner: scope.engine.owner ?? undefined,
});

const callReference = (name: string, call: Arguments, scope: Scope, line: number): Value | undefined => {
  const { world } = scope.engine;
  const known = callKnown(name, call, scope, line);
  return known === undefined ? world.call(name, call, scope.module) : known;
};

const callKnown = (name: string, call: Arguments, scope: Scope, line: number): Value | undefined => {
  const { world } = scope.engine;
  if (name.startsWith('builtins.')) {
    const apply: Apply = (target, args) => callValue({ target }, { args, keywords: new Map() }, scope, line);
    return callScoped(name.slice(9), call, scope, line, apply);
  }
  // python-decouple: the default is the second argument.
  if (isEnvironmentReader(name) && typeof call.args[0] === 'string')
    return readEnvironment(call, castName(call) || 'str', new Map(), world);
  return callLibrary(name, call, world);
};

const castName = (call: Arguments): string => {
  const cast = call.keywords.get('cast');
  const name = isA(cast, 'call') && /Csv$/.test(cast.name) ? 'list' : nameOf(cast);
  return name?.split('.').at(-1) ?? '';
};

/** A method gets its instance, a class method its class. */
const bound = (object: Value, method: Value, call: Arguments): Arguments => {
  if (!isA(method, 'function')) return call;
  const kinds = method.decorators.map((decorator) => nameOf(decorator) ?? '');
  if (kinds.some((kind) => kind.endsWith('staticmethod'))) return call;
  const isClassMethod = kinds.some((kind) => kind.endsWith('classmethod'));
  if (isA(object, 'call')) return { ...call, args: [isClassMethod ? object.callee : object, ...call.args] };
  if (!isA(object, 'class')) return call;
  // A method of the metaclass gets the class, as a class method does.
  const metaclass = metaclassOf(object);
  const ofMetaclass = metaclass !== undefined && classAttribute(object, method.statement?.name ?? '') !== method;
  return isClassMethod || ofMetaclass ? { ...call, args: [object, ...call.args] } : call;
};

const callTarget = (callee: Value, call: Arguments, scope: Scope, line: number): Value => {
  const { engine } = scope;
  if (isA(callee, 'unknown')) return callee;
  if (isA(callee, 'reference')) {
    const result = callReference(callee.name, call, scope, line);
    if (result !== undefined) return result;
  }
  if (isA(callee, 'call') && isEnvironmentReader(callee.name))
    return readEnvironment(call, '', callee.keywords, engine.world);
  if (isA(callee, 'function')) {
    const result = callFunction(callee, call, scope);
    if (!isA(result, 'unknown')) return result;
  }
  return makeCall(callee, call, scope, line);
};

/** A call of a value, or of a method of one. */
export const callValue = (
  what: { target: Value } | { object: Value; method: string },
  call: Arguments,
  scope: Scope,
  line: number,
): Value => {
  if ('target' in what) return callTarget(what.target, call, scope, line);
  const { object, method } = what;
  const { world } = scope.engine;
  if (isA(object, 'unknown')) return object;
  if (isA(object, 'call') && isEnvironmentReader(object.name)) {
    if (method !== 'read_env' && method !== 'read_envfile')
      return readEnvironment(call, method, object.keywords, world);
    return callLibrary('environ.Env.read_env', call, world) ?? null;
  }
  if (isA(object, 'class') && method === 'mro') return listOf([...resolutionOrder(object)]);
  if (isChanging(object, method)) noteChange(scope.engine, object);
  const meant = world.callMethod(object, method, call);
  const answered = meant === undefined ? callMethod(object, method, call, world) : meant;
  if (answered !== undefined) return answered;
  if (!isTagged(object) || isSequence(object) || isA(object, 'dict') || isA(object, 'path'))
    return unknown(`the result of .${method}() is not known`);
  const target = attributeOf(object, method, scope);
  return callTarget(target, bound(object, target, call), scope, line);
};

/**
 * Python runs `__init__` as an object is made. It is followed when someone looks into the object, as most are never looked into; but at once where
 * it may change something else, or take what may be something else by then.
 */
import { readFunction } from '../../module.ts';
import type { Expression, Statement } from '../../syntax.ts';
import { stateOf } from '../attributes/object-state.ts';
import { type CallValue, type ClassValue, type FunctionValue, isA } from '../values.ts';
import { type Arguments, NotSet, Raised, type Scope } from '../world.ts';
import { classAttribute, isWholeClass } from './classes.ts';
import { mindsSetting } from './descriptors.ts';
import { writtenByPython } from './records.ts';

/** Classes of Python's that have no `__init__` of their own, or none that does anything. */
const SILENT_BASE = /^(?:builtins\.object|abc\.ABC|threading\.local|(?:typing|collections\.abc)\.\w+)$/;

const isText = (value: Expression): boolean => value.kind === 'string' || value.kind === 'ellipsis';

/** `self.name = name`: whoever asks for it later finds the same. */
const isKept = (statement: Statement, parameters: readonly string[]): boolean => {
  if (statement.kind === 'other') return statement.keyword === 'pass';
  if (statement.kind === 'expression') return isText(statement.value);
  if (statement.kind !== 'assign' && statement.kind !== 'annotated') return false;
  const { value } = statement;
  const targets = statement.kind === 'assign' ? statement.targets : [statement.target];
  const isOwn = targets.every(
    (target) => target.kind === 'attribute' && target.object.kind === 'name' && target.object.name === parameters[0],
  );
  return isOwn && (value === null || isText(value) || (value.kind === 'name' && parameters.includes(value.name)));
};

/** An `__init__` that does nothing to others, whenever it is followed. */
export const onlyKeeps = ({ statement }: FunctionValue): boolean => {
  if (statement === null) return false;
  const { parameters, body } = readFunction(statement);
  const names = parameters.map(({ name }) => name);
  return body.every((each) => isKept(each, names));
};

/** A dataclass without a say of its own keeps what it is given, but for what its factories make. */
const isPlainRecord = (of: ClassValue): boolean | undefined =>
  writtenByPython(of)?.fields.every(({ factory }) => !isA(factory, 'function')) &&
  classAttribute(of, '__post_init__') === undefined;

const atOnce = new WeakMap<ClassValue, boolean>();

const isMadeAtOnce = (of: ClassValue): boolean => {
  const known = atOnce.get(of);
  if (known !== undefined) return known;
  const init = classAttribute(of, '__init__');
  const isPlain = isPlainRecord(of) ?? (!isA(init, 'function') || (onlyKeeps(init) && !mindsSetting(of)));
  const isAtOnce = !isPlain && isWholeClass(of, (base) => SILENT_BASE.test(base));
  atOnce.set(of, isAtOnce);
  return isAtOnce;
};

/** `Site(globals())`: it may put names into the module that hands it its own. */
const getsNames = ({ args, keywords }: Arguments): boolean =>
  [...args, ...keywords.values()].some((value) => isA(value, 'dict') && value.isNames === true);

/** An error costs what comes behind it in the `__init__`, and not the object: a variable that is not set leaves what was there before. */
export const initialiseAtOnce = (
  object: CallValue,
  of: ClassValue,
  call: Arguments,
  scope: Scope,
  line: number,
): void => {
  if (object.held === undefined && !getsNames(call) && !isMadeAtOnce(of)) return;
  try {
    stateOf(object, scope);
  } catch (error) {
    if (!(error instanceof Raised) || scope.engine.tries > 0 || object.held !== undefined) throw error;
    const doubt = error instanceof NotSet ? 'variable' : undefined;
    scope.engine.world.note({ file: scope.module.file, line, message: error.message, doubt });
  }
};

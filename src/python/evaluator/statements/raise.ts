/** What Python raises where a text says so. */
import { dottedName, type Expression } from '../../syntax.ts';
import { resolutionOrder } from '../classes/classes.ts';
import { evaluate } from '../expressions/evaluate.ts';
import { isA } from '../values.ts';
import { lookup, Raised, type Scope } from '../world.ts';

/** `raise` alone, as at the end of a handler. */
export const AGAIN = new Raised('Exception', 'Python raises an error here.');

export const NO_IMPORT = new Raised('ImportError', 'A package is not at hand.');

/** Of an `assert`. */
export const FAILED = new Raised('AssertionError', 'Python raises AssertionError here.');

const lastOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

const raisedKind = (raised: Expression): string => lastOf(dottedName(raised) ?? 'Exception');

/** Names of the classes behind the one that is raised. */
const basesOf = (raised: Expression, scope: Scope): string[] => {
  const value = evaluate(raised, scope);
  const made = isA(value, 'call') ? value.callee : value;
  return isA(made, 'class') ? resolutionOrder(made).map(({ name }) => lastOf(name)) : [];
};

/** With its text as the error itself has it, where that can be told. */
export const raisedBy = (value: Expression | null, scope: Scope): Raised => {
  // `except ImportError as error: … raise error`
  const isHandled = value?.kind === 'name' && isA(lookup(scope, value.name), 'unknown');
  if (value === null || isHandled) return AGAIN;
  const raised = value.kind === 'call' ? value.callee : value;
  const kind = raisedKind(raised);
  const [first] = value?.kind === 'call' ? value.args : [];
  const text = first === undefined ? undefined : evaluate(first, scope);
  const message = `Python raises ${kind} here${typeof text === 'string' ? `: ${shortened(text)}` : '.'}`;
  return new Raised(kind, message, basesOf(raised, scope));
};

const MAX_SHOWN = 200;

const shortened = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > MAX_SHOWN ? `${line.slice(0, MAX_SHOWN)}…` : line;
};

export const isImportError = ({ kind }: Raised): boolean => kind === 'ImportError' || kind === 'ModuleNotFoundError';

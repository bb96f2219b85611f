/** What Python raises where a text says so. */
import { dottedName, type Expression } from '../../syntax.ts';
import { evaluate } from '../evaluate.ts';
import { isA } from '../values.ts';
import { lookup, Raised, type Scope } from '../world.ts';

/** `raise` alone, as at the end of a handler. */
export const AGAIN = new Raised('Exception', 'Python raises an error here.');

export const NO_IMPORT = new Raised('ImportError', 'A package is not at hand.');

/** Of an `assert`. */
export const FAILED = new Raised('AssertionError', 'Python raises AssertionError here.');

const raisedKind = (value: Expression | null): string => {
  const raised = value?.kind === 'call' ? value.callee : value;
  return (raised == null ? null : dottedName(raised))?.split('.').at(-1) ?? 'Exception';
};

/** With its text as the error itself has it, where that can be told. */
export const raisedBy = (value: Expression | null, scope: Scope): Raised => {
  // `except ImportError as error: … raise error`
  const isHandled = value?.kind === 'name' && isA(lookup(scope, value.name), 'unknown');
  if (value === null || isHandled) return AGAIN;
  const kind = raisedKind(value);
  const [first] = value?.kind === 'call' ? value.args : [];
  const text = first === undefined ? undefined : evaluate(first, scope);
  return new Raised(kind, `Python raises ${kind} here${typeof text === 'string' ? `: ${shortened(text)}` : '.'}`);
};

const MAX_SHOWN = 200;

const shortened = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > MAX_SHOWN ? `${line.slice(0, MAX_SHOWN)}…` : line;
};

export const isImportError = ({ kind }: Raised): boolean => kind === 'ImportError' || kind === 'ModuleNotFoundError';

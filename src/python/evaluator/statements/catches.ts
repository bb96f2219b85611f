/** Which errors an `except` takes. */
import { dottedName, type Expression } from '../../syntax.ts';
import { ANY_ERROR, type Raised } from '../world.ts';

const system = ['OSError', 'IOError', 'EnvironmentError'];

const parents: Readonly<Record<string, readonly string[]>> = {
  ModuleNotFoundError: ['ImportError'],
  KeyError: ['LookupError'],
  IndexError: ['LookupError'],
  ZeroDivisionError: ['ArithmeticError'],
  OverflowError: ['ArithmeticError'],
  NotImplementedError: ['RuntimeError'],
  RecursionError: ['RuntimeError'],
  UnicodeError: ['ValueError'],
  UnicodeDecodeError: ['UnicodeError', 'ValueError'],
  UnicodeEncodeError: ['UnicodeError', 'ValueError'],
  JSONDecodeError: ['ValueError'],
  FileNotFoundError: system,
  FileExistsError: system,
  PermissionError: system,
  NotADirectoryError: system,
  IsADirectoryError: system,
};

/** Of what ends a program. */
const NO_EXCEPTION = /^(?:SystemExit|KeyboardInterrupt|GeneratorExit|BaseException)$/;

const IMPORT_ERROR = /^(?:ImportError|ModuleNotFoundError)$/;

/** `type` is null for one that takes all. */
export const catches = (type: Expression | null, raised: Raised): boolean => {
  if (type === null) return true;
  if (type.kind === 'tuple') return type.items.some((item) => catches(item, raised));
  const name = dottedName(type)?.split('.').at(-1) ?? '';
  if (raised === ANY_ERROR) return !IMPORT_ERROR.test(name);
  const kinds = [raised.kind, ...raised.bases];
  if (name === 'BaseException') return true;
  if (name === 'Exception') return !kinds.some((kind) => NO_EXCEPTION.test(kind));
  // Which of the two a module that cannot be imported raises is not told apart.
  if (name === 'ModuleNotFoundError' && raised.kind === 'ImportError') return true;
  return kinds.some((kind) => kind === name || parents[kind]?.includes(name));
};

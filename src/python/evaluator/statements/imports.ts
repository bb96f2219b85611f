/** `import` and `from … import …`, as far as they bring names. */
import type { ImportedName, StatementOf } from '../../syntax.ts';
import { attributeOf, missingIn } from '../attributes/attributes.ts';
import { noteDoubt } from '../data/kept.ts';
import { hasOpenNames, namesOfModule } from '../module-names.ts';
import { isA, isSequence, type ModuleValue, referenceTo, takenUp, unknown, type Value } from '../values.ts';
import { type ImportAnswer, Raised, type Scope } from '../world.ts';
import { NO_IMPORT } from './raise.ts';
import { takeOver } from './undecided/sides.ts';

type Import = StatementOf<'import' | 'from'>;

/** Python counts dots from what the module says of itself: one that is found under a shorter name than it was written for says `__package__`. */
const packageOf = ({ name, names, file }: ModuleValue): string[] => {
  const said = names.get('__package__');
  if (typeof said === 'string') return said === '' ? [] : said.split('.');
  const parts = name.split('.');
  return file?.endsWith('__init__.py') ? parts : parts.slice(0, -1);
};

/** The absolute name behind leading dots. */
export const absoluteName = (module: ModuleValue, level: number, name: string): string => {
  if (level === 0) return name;
  const parts = packageOf(module);
  const base = parts.slice(0, Math.max(0, parts.length - level + 1));
  return [...base, ...(name === '' ? [] : [name])].join('.');
};

/** No path of a system is as long, so that no module has such a name; to ask for each of its thousands of parts would fill the memory. */
const LONGEST_MODULE = 4096;

const shownLength = 200;
const shown = (name: string): string => (name.length > shownLength ? `${name.slice(0, shownLength)}…` : name);

const refuseMissing = (answer: ImportAnswer, name: string, scope: Scope): void => {
  if (answer === 'missing') throw new Raised('ImportError', `There is no module named ${shown(name)}.`);
  const failed = typeof answer === 'object' ? answer.found.failed : undefined;
  if (failed === undefined) return;
  // Python would end here; nobody is helped if the reading did, unless someone waits for it.
  if (scope.engine.tries > 0) throw new Raised('ImportError', failed);
  if (scope.kind === 'module') scope.module.failed ??= failed;
};

/** Python ends here. Where the reading goes on, the names stand for what the text asks for: a field of a package that is not installed is shown. */
const leaveNames = (module: string, names: readonly ImportedName[], scope: Scope): void => {
  if (scope.engine.tries > 0) return;
  for (const { name, alias } of names) scope.names.set(alias ?? name, referenceTo(`${module}.${name}`));
};

/** Inside a `try` both ways are gone where nobody can tell whether a package is there. */
const notePackage = (answer: ImportAnswer, name: string, { engine }: Scope): void => {
  if (engine.tries === 0 || answer !== 'closed') return;
  engine.world.onTried(name);
  if (!engine.world.mayFail(name)) return;
  noteDoubt(NO_IMPORT, engine);
  engine.maybe++;
};

/** A module inside of one that is not opened, and known not to have it. */
const isMissingPart = (name: string, { engine: { world } }: Scope): boolean => {
  const dot = name.lastIndexOf('.');
  return dot > 0 && world.moduleHas(name.slice(0, dot), name.slice(dot + 1)) === false;
};

const firstPart = (name: string): string => name.split('.', 1)[0] ?? name;

/** What one import of a name brings for who asks for it: they rest on what it gives, and so it is made anew for each. */
const importNow = (statement: Import, module: ModuleValue, name: string, scope: Scope): Value => {
  const names = new Map<string, Value>();
  const inner = { ...scope, names };
  try {
    if (statement.kind === 'import') runImport(statement, inner);
    else runFrom(statement, inner);
  } catch (error) {
    if (!(error instanceof Raised) || scope.engine.tries > 0) throw error;
    scope.engine.world.note({ file: module.file, line: statement.line, message: error.message });
  }
  const [found = referenceTo(name)] = names.values();
  return found;
};

/**
 * `lazy import` and `lazy from … import …`: each name stands for what it will be, and who asks for it first makes the import, at that place. So
 * modules may import each other in circles, and one that nobody asks for need not be there.
 */
const defer = (statement: Import, scope: Scope): void => {
  const { module } = scope;
  const { line } = statement;
  const bind = (bound: string, name: string, one: Import): void => {
    let isUnderway = false;
    const takeUp = (asking: Scope): Value => {
      if (isUnderway) return referenceTo(name);
      isUnderway = true;
      try {
        return importNow(one, module, name, asking);
      } finally {
        isUnderway = false;
      }
    };
    scope.names.set(bound, { ...referenceTo(name), takeUp });
  };
  if (statement.kind === 'import')
    for (const each of statement.names) {
      const top = firstPart(each.name);
      bind(each.alias ?? top, each.alias === null ? top : each.name, { kind: 'import', names: [each], line });
    }
  else {
    const from = absoluteName(module, statement.level, statement.module);
    for (const each of statement.names ?? [])
      bind(each.alias ?? each.name, `${from}.${each.name}`, {
        kind: 'from',
        module: from,
        level: 0,
        names: [each],
        line,
      });
  }
};

export const runImport = (statement: StatementOf<'import'>, scope: Scope): void => {
  const { world } = scope.engine;
  if (statement.isLazy) {
    defer(statement, scope);
    return;
  }
  for (const { name, alias } of statement.names) {
    if (name.length > LONGEST_MODULE) refuseMissing('missing', name, scope);
    let dot = name.indexOf('.');
    const first = firstPart(name);
    const top = world.importModule(first);
    let last = top;
    // Python imports a, a.b and a.b.c in turn.
    while (dot !== -1) {
      dot = name.indexOf('.', dot + 1);
      last = world.importModule(dot === -1 ? name : name.slice(0, dot));
    }
    const answer = alias === null ? top : last;
    const bound = typeof answer === 'object' ? answer.found : referenceTo(alias === null ? first : name);
    if (last === 'missing' && scope.engine.tries === 0) scope.names.set(alias ?? first, bound);
    refuseMissing(last, name, scope);
    if (last === 'closed' && isMissingPart(name, scope)) refuseMissing('missing', name, scope);
    notePackage(last, name, scope);
    scope.names.set(alias ?? first, bound);
  }
};

/** Everything that `from module import *` brings: `__all__`, or all names without a leading underscore. */
const starNames = (module: ModuleValue): string[] => {
  const listed = module.names.get('__all__');
  if (isSequence(listed)) return listed.items.filter((item) => typeof item === 'string');
  return [...module.names.keys()].filter((name) => !name.startsWith('_'));
};

/** A module whose every name is known: what it does not have is not there. */
const isSurelyMissing = (answer: ImportAnswer): boolean =>
  typeof answer === 'object' && answer.found.file !== null && answer.found.stars.length === 0;

/** A module inside of a package, which is imported when it is asked for, or named in `__all__`. */
const partOf = (module: string, name: string, scope: Scope): Value | undefined => {
  const full = `${module}.${name}`;
  const part = scope.engine.world.importModule(full);
  if (typeof part !== 'object') return undefined;
  refuseMissing(part, full, scope);
  return part.found;
};

const importName = (module: string, answer: ImportAnswer, name: string, scope: Scope): Value => {
  const { world } = scope.engine;
  const found = typeof answer === 'object' ? answer.found.names.get(name) : undefined;
  if (found !== undefined) return takenUp(found, scope);
  const closed = typeof answer === 'object' ? undefined : world.closedName(module, name, scope.module.name);
  if (closed !== undefined) return closed;
  const full = `${module}.${name}`;
  const resolved = world.resolve(full);
  if (resolved !== undefined) return resolved;
  const part = partOf(module, name, scope);
  if (part !== undefined) return part;
  if (world.moduleHas(module, name) === false || world.moduleLacks(module, name))
    throw new Raised('ImportError', missingIn(module, name));
  // A name that the module's replacement in `sys.modules` has.
  const value = typeof answer === 'object' ? attributeOf(answer.found, name, scope) : undefined;
  // A part of a package may be there, and not opened.
  if (isA(value, 'reference') && isSurelyMissing(answer) && scope.engine.tries > 0 && !world.isDefinition(full))
    throw new Raised('ImportError', missingIn(module, name));
  return value === undefined || isA(value, 'unknown') ? referenceTo(full) : value;
};

/** One that the framework does not have costs only itself: the names beside it count, though Python would not get that far. */
const importNames = (module: string, answer: ImportAnswer, names: readonly ImportedName[], scope: Scope): void => {
  let missing: Raised | undefined;
  for (const { name, alias } of names)
    try {
      scope.names.set(alias ?? name, importName(module, answer, name, scope));
      if (typeof answer === 'object') takeOver(answer.found.names, name, scope.names, alias ?? name);
      notePackage(answer, `${module}.${name}`, scope);
    } catch (error) {
      if (!(error instanceof Raised)) throw error;
      missing ??= error;
      scope.names.set(alias ?? name, unknown(error.message));
    }
  if (missing !== undefined) throw missing;
};

export const runFrom = (statement: StatementOf<'from'>, scope: Scope): void => {
  const { world } = scope.engine;
  if (statement.isLazy && statement.names !== null) {
    defer(statement, scope);
    return;
  }
  const module = absoluteName(scope.module, statement.level, statement.module);
  if (module.length > LONGEST_MODULE) refuseMissing('missing', module, scope);
  const answer = world.importModule(module, statement.names === null);
  if (answer === 'missing') leaveNames(module, statement.names ?? [], scope);
  refuseMissing(answer, module, scope);
  if (statement.names === null) {
    notePackage(answer, module, scope);
    if (typeof answer !== 'object') scope.module.stars.push(module);
    else {
      for (const name of starNames(answer.found)) {
        const { names } = answer.found;
        const value = names.has(name) ? names.get(name) : partOf(module, name, scope);
        if (value !== undefined) scope.names.set(name, value);
      }
      scope.module.stars.push(...answer.found.stars);
      if (hasOpenNames(answer.found)) namesOfModule(scope.module).partial = true;
    }
    return;
  }
  importNames(module, answer, statement.names, scope);
};

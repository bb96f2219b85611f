/** `exec(text)`: statements that are text, and the names that they see and bind. */
import { openedText } from '../known/files.ts';
import { type DictValue, isA, type Value } from '../values.ts';
import type { Arguments, Scope } from '../world.ts';

type Names = Map<string, Value>;

/** A copy that is thrown away: what is bound in it is nobody's. */
const apart = (...parts: ReadonlyMap<unknown, Value>[]): Names =>
  new Map(parts.flatMap((names) => [...(names as Names)]));

/** Runs in a copy of all that is seen, and keeps what is bound in one of its parts. */
const runInto = (home: Names, seen: Names, run: (names: Names) => void): void => {
  const names = apart(seen, home);
  const before = new Map(names);
  run(names);
  for (const [name, value] of names) if (before.get(name) !== value) home.set(name, value);
};

const namesOf = ({ entries }: DictValue): Names => entries as Names;

/** null where it was run; undefined where the text is not known, which may bind anything in a class. */
export const runText = ({ args, keywords }: Arguments, scope: Scope): Value | undefined => {
  const [given, globals = keywords.get('globals'), locals = keywords.get('locals')] = args;
  const { module, engine, kind } = scope;
  const text = openedText(given);
  if (text === undefined) {
    if (kind === 'class' && globals === undefined) scope.isOpen = true;
    return undefined;
  }
  const run = (names: Names): void => {
    const isNew = ['__name__', '__file__', '__package__'].filter((name) => !names.has(name));
    engine.world.call('builtins.exec', { args: [text], keywords: new Map() }, { ...module, names });
    // Those of a module, which this is none.
    for (const name of isNew) names.delete(name);
  };
  if (isA(globals, 'dict') && isA(locals, 'dict')) runInto(namesOf(locals), namesOf(globals), run);
  else if (isA(globals, 'dict') && locals === undefined) run(namesOf(globals));
  else if (globals === undefined && kind === 'module') run(module.names);
  else if (globals === undefined && kind === 'class') runInto(scope.names, module.names, run);
  // Of a function the names are copied for it; where they are not known, neither is where they end.
  else run(apart(module.names, scope.names));
  return null;
};

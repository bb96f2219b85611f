/** Attributes that a field gets as it becomes part of a model, and that its class writes to migrations. */
import { type ClassValue, isA, resolutionOrder } from '../../../../../python/index.ts';

const none: ReadonlySet<string> = new Set();

const known = new WeakMap<ClassValue, ReadonlySet<string>>();

const findIn = (value: ClassValue): ReadonlySet<string> => {
  const [set, written] = [new Set<string>(), new Set<string>()];
  for (const ancestor of resolutionOrder(value))
    for (const [name, method] of ancestor.type === 'class' ? ancestor.names : []) {
      const source = isA(method, 'function') && name !== '__init__' ? (method.statement?.source ?? '') : '';
      const [names, pattern] = name === 'deconstruct' ? [written, /\bself\.(\w+)/g] : [set, /\bself\.(\w+)\s*=(?!=)/g];
      for (const [, found = ''] of source.matchAll(pattern)) names.add(found);
    }
  const both = new Set([...set].filter((name) => written.has(name)));
  return both.size === 0 ? none : both;
};

/** What methods beside `__init__` set, `self.populate_from = …` in `contribute_to_class`, and `deconstruct` looks at. */
export const toldLater = (value: ClassValue): ReadonlySet<string> => {
  const names = known.get(value) ?? findIn(value);
  known.set(value, names);
  return names;
};

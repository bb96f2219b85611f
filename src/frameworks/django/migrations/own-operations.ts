/** Operations of the project's or a package's own: what they do to the state, as far as their classes tell. */
import {
  type Arguments,
  type CallValue,
  type ClassValue,
  classAttribute,
  isA,
  nameOf,
  readFunction,
  resolutionOrder,
  type Value,
} from '../../../python/index.ts';

/** What reaches Django's own class, once every `__init__` on the way has passed on its part; undefined where that cannot be told. */
export type FollowOperation = (value: ClassValue, given: Arguments) => Arguments | undefined;

/** `base`: the operation of Django that it is in the end, with what; null where it leaves the state alone. */
export type OwnOperation = { base: string | null; call: Arguments };

/** A function that says nothing but `pass`. */
const doesNothing = (value: Value): boolean =>
  isA(value, 'function') &&
  value.statement !== null &&
  readFunction(value.statement).body.every(
    (statement) =>
      (statement.kind === 'other' && statement.keyword === 'pass') ||
      (statement.kind === 'expression' && (statement.value.kind === 'string' || statement.value.kind === 'ellipsis')) ||
      (statement.kind === 'return' && statement.value === null),
  );

const TEXT = /"(\w+)"|'(\w+)'/g;

/** Texts in what the operation does to the state, `state.add_field("auth", "user", …)`, and in what it is made with: `super().__init__("user")`. */
export const mentionedIn = ({ callee }: CallValue): string[] => {
  if (!isA(callee, 'class')) return [];
  return ['state_forwards', '__init__'].flatMap((name) => {
    const method = classAttribute(callee, name);
    const source = isA(method, 'function') ? (method.statement?.source ?? '') : '';
    return Array.from(source.matchAll(TEXT), ([, double, single]) => double ?? single ?? '');
  });
};

/** undefined where nobody can tell. */
export const ownOperation = (
  call: CallValue,
  isOperation: (name: string) => boolean,
  follow: FollowOperation | undefined,
): OwnOperation | undefined => {
  const { callee } = call;
  if (!isA(callee, 'class')) return undefined;
  let hasInit = false;
  for (const ancestor of resolutionOrder(callee)) {
    if (ancestor.type === 'reference') {
      const base = nameOf(ancestor)?.split('.').at(-1) ?? '';
      if (!ancestor.name.startsWith('django.') || !isOperation(base)) return undefined;
      const passed = hasInit ? follow?.(callee, call) : call;
      return passed === undefined ? undefined : { base, call: passed };
    }
    const forwards = ancestor.names.get('state_forwards');
    if (forwards !== undefined) return doesNothing(forwards) ? { base: null, call } : undefined;
    hasInit ||= ancestor.names.has('__init__');
  }
  return undefined;
};

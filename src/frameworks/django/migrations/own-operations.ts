/** Operations of the project's or a package's own: what they do to the state, as far as their classes tell. */
import {
  type Arguments,
  type CallValue,
  type ClassValue,
  classAttribute,
  type Expression,
  type FunctionValue,
  isA,
  nameOf,
  readFunction,
  resolutionOrder,
  type Statement,
  type Value,
} from '../../../python/index.ts';

/** Follows the functions of an operation's class, without running them; undefined where they cannot be told. */
export type FollowOperation = {
  /** What reaches Django's own class, once every `__init__` on the way has passed on its part. */
  init(value: ClassValue, given: Arguments): Arguments | undefined;
  /** Whether its `state_forwards` comes to hand on to the next one. */
  forwards(value: ClassValue, method: FunctionValue, given: Arguments): boolean | undefined;
};

/** `base`: the operation of Django that it is in the end, with what; null where it leaves the state alone. */
export type OwnOperation = { base: string | null; call: Arguments };

const saysNothing = (statement: Statement): boolean =>
  (statement.kind === 'other' && statement.keyword === 'pass') ||
  (statement.kind === 'expression' && (statement.value.kind === 'string' || statement.value.kind === 'ellipsis')) ||
  (statement.kind === 'return' && statement.value === null);

/** A function that says nothing but `pass`. */
const doesNothing = (value: Value): boolean =>
  isA(value, 'function') && value.statement !== null && readFunction(value.statement).body.every(saysNothing);

const namesIn = (expressions: readonly Expression[]): string[] =>
  expressions.map((each) => {
    const inner = each.kind === 'starred' ? each.value : each;
    return inner.kind === 'name' ? inner.name : '';
  });

/** `super().state_forwards(app_label, state)`, with all that the function itself is given and nothing else. */
const isHandingOn = (statement: Statement, own: readonly string[]): boolean => {
  const call = statement.kind === 'expression' || statement.kind === 'return' ? statement.value : null;
  if (call?.kind !== 'call' || call.callee.kind !== 'attribute') return false;
  const { name, object } = call.callee;
  const isSuper = object.kind === 'call' && object.callee.kind === 'name' && object.callee.name === 'super';
  if (!isSuper || name !== 'state_forwards') return false;
  const given = namesIn([...call.args, ...call.keywords.map((keyword) => keyword.value)]);
  const isNamed = call.keywords.every(
    (keyword, at) => keyword.name === null || keyword.name === given[call.args.length + at],
  );
  return isNamed && given.length === own.length && given.every((each, at) => each === own[at]);
};

/** Whether it does nothing else than to hand on: always, or where a condition holds. */
const handingOn = (method: FunctionValue): 'always' | 'perhaps' | undefined => {
  if (method.statement === null) return undefined;
  const { parameters, body } = readFunction(method.statement);
  const [, ...own] = parameters.map((parameter) => parameter.name);
  const statements = body.filter((each) => !saysNothing(each));
  const [only, ...more] = statements;
  if (only !== undefined && more.length === 0 && isHandingOn(only, own)) return 'always';
  const isPerhaps = (each: Statement): boolean =>
    saysNothing(each) ||
    isHandingOn(each, own) ||
    (each.kind === 'if' && [...each.body, ...each.otherwise].every(isPerhaps));
  return only !== undefined && statements.every(isPerhaps) ? 'perhaps' : undefined;
};

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

/** Right after the parameters. */
const DOCSTRING = /(:[ \t]*\n\s*)(?:"""[\s\S]*?"""|'''[\s\S]*?''')/;

/** One option of a model, by its name: `.options["triggers"]`, `.options.get("triggers", [])`. */
const OPTION = String.raw`\.options(?:\[|\.(?:get|pop|setdefault)\(\s*)["'](\w+)["']`;

/** What is left of the text without those words for models of the state, and the options that it asks them for. */
const withoutOptions = (text: string, models: readonly string[]): { rest: string; options: string[] } => {
  const pattern = new RegExp(`(?:${models.join('|')})${OPTION}`, 'g');
  const options = Array.from(text.matchAll(pattern), ([, name]) => name ?? '');
  return { rest: text.replace(pattern, ''), options };
};

/**
 * The options that a `state_forwards` sets, where these are all it can reach: it asks the state for nothing but options of a model, one by one
 * and by name, and to load models again, which leaves them what they are. undefined where it may do anything.
 */
const optionsIn = (method: Value | undefined): string[] | undefined => {
  if (!isA(method, 'function') || method.statement === null) return undefined;
  const state = readFunction(method.statement).parameters[2]?.name;
  if (state === undefined) return undefined;
  const word = (name: string): string => String.raw`\b${name}\b`;
  const inState = String.raw`${word(state)}\.models\[[^\]\n]*\]`;
  // Its first mention is the parameter itself.
  const body = method.statement.source.replace(DOCSTRING, '$1').replace(new RegExp(word(state)), '');
  const held: string[] = [];
  const text = body.replace(new RegExp(String.raw`^([ \t]*)(\w+) = ${inState}[ \t]*$`, 'gm'), (_, indent, name) => {
    held.push(name);
    return indent;
  });
  const { rest, options } = withoutOptions(text, [inState, ...held.map(word)]);
  const left = rest.replace(new RegExp(String.raw`${word(state)}\.reload_model\([^()]*\)`, 'g'), '');
  const isMore = [state, ...held].some((name) => new RegExp(word(name)).test(left));
  return isMore ? undefined : options;
};

/** Of an operation that is not known to leave the state alone. */
export const optionsSetBy = ({ callee }: CallValue): string[] | undefined => {
  const options = isA(callee, 'class') ? optionsIn(classAttribute(callee, 'state_forwards')) : undefined;
  return options?.length === 0 ? undefined : options;
};

/** Whether a `state_forwards` hands on to the next one; false: it leaves the state alone. undefined where it may do anything. */
const isHandedOn = (
  forwards: Value,
  of: ClassValue,
  call: CallValue,
  follow: FollowOperation | undefined,
): boolean | undefined => {
  const kind = isA(forwards, 'function') ? handingOn(forwards) : undefined;
  if (kind === 'always') return true;
  if (doesNothing(forwards) || optionsIn(forwards)?.length === 0) return false;
  return kind === 'perhaps' && isA(forwards, 'function') ? follow?.forwards(of, forwards, call) : undefined;
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
      const passed = hasInit ? follow?.init(callee, call) : call;
      return passed === undefined ? undefined : { base, call: passed };
    }
    const forwards = ancestor.names.get('state_forwards');
    const handsOn = forwards === undefined || isHandedOn(forwards, callee, call, follow);
    if (handsOn === false) return { base: null, call };
    if (handsOn === undefined) return undefined;
    hasInit ||= ancestor.names.has('__init__');
  }
  return undefined;
};

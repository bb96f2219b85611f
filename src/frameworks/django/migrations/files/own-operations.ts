/** Operations of the project's or a package's own: what they do to the state, as far as their classes tell. */
import {
  type Arguments,
  type CallValue,
  type ClassValue,
  classAttribute,
  dottedName,
  type Expression,
  type FunctionValue,
  isA,
  isSequence,
  listOf,
  nameOf,
  readFunction,
  resolutionOrder,
  type Statement,
  type StatementOf,
  type Value,
} from '../../../../python/index.ts';

/** Follows the functions of an operation's class, without running them; undefined where they cannot be told. */
export type FollowOperation = {
  /** What reaches Django's own class, once every `__init__` on the way has passed on its part. */
  init(value: ClassValue, given: Arguments): Arguments | undefined;
  /** Whether its `state_forwards` comes to hand on to the next one. */
  forwards(value: ClassValue, method: FunctionValue, given: Arguments): boolean | undefined;
  /** The operations to which its `state_forwards` hands on, one after the other. */
  others(value: ClassValue, method: FunctionValue, given: Arguments): Value[] | undefined;
  /** What it holds by that name once it is made. */
  held(value: ClassValue, given: Arguments, name: string): Value | undefined;
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

/** `super().state_forwards(app_label, state)`, with all that the function itself is given and nothing else: what it is asked of. */
const handedTo = (statement: Statement, own: readonly string[]): Expression | undefined => {
  const call = statement.kind === 'expression' || statement.kind === 'return' ? statement.value : null;
  if (call?.kind !== 'call' || call.callee.kind !== 'attribute') return undefined;
  const { name, object } = call.callee;
  if (name !== 'state_forwards') return undefined;
  const given = namesIn([...call.args, ...call.keywords.map((keyword) => keyword.value)]);
  const isNamed = call.keywords.every(
    (keyword, at) => keyword.name === null || keyword.name === given[call.args.length + at],
  );
  return isNamed && given.length === own.length && given.every((each, at) => each === own[at]) ? object : undefined;
};

const isHandingOn = (statement: Statement, own: readonly string[]): boolean => {
  const object = handedTo(statement, own);
  return object?.kind === 'call' && object.callee.kind === 'name' && object.callee.name === 'super';
};

const OWN_ATTRIBUTE = /^self\.(\w+)$/;

/** Where it hands on to an operation that it holds, or to each of several: the name by which it holds them. */
const wrappedIn = (method: FunctionValue): string | undefined => {
  const { own = [], statements = [] } = contentsOf(method) ?? {};
  const [only, ...more] = statements;
  if (only === undefined || more.length > 0) return undefined;
  const isLoop = only.kind === 'for' && only.otherwise.length === 0 && only.body.length === 1;
  const [inner] = isLoop ? only.body : [only];
  const object = inner === undefined ? undefined : handedTo(inner, own);
  if (object === undefined) return undefined;
  if (!isLoop) return OWN_ATTRIBUTE.exec(dottedName(object) ?? '')?.[1];
  const isItem = object.kind === 'name' && only.target.kind === 'name' && object.name === only.target.name;
  return isItem ? OWN_ATTRIBUTE.exec(dottedName(only.iterable) ?? '')?.[1] : undefined;
};

const isSuppressing = ({ context, target }: StatementOf<'with'>['items'][number]): boolean =>
  target === null && context.kind === 'call' && /(?:^|\.)suppress$/.test(dottedName(context.callee) ?? '');

/** What stands in a `try` or `suppress` that swallows errors: for a model or a field that is not there nothing happens in either case. */
const withoutNets = (body: readonly Statement[]): Statement[] =>
  body.flatMap((each) => {
    if (each.kind === 'with') return each.items.every(isSuppressing) ? withoutNets(each.body) : each;
    if (each.kind !== 'try') return each;
    const others = [...each.handlers.flatMap((handler) => handler.body), ...each.otherwise, ...each.finally];
    return others.every(saysNothing) ? withoutNets(each.body) : each;
  });

const OWN_MODEL = /^self\.(?:model_)?name(?:_lower|\.lower)?$/;

/** `(app_label, self.model_name.lower())`: the model that the operation is about. */
const isOwnModel = (key: Expression, app: string | undefined): boolean => {
  if (key.kind !== 'tuple' || key.items.length !== 2) return false;
  const [first, second] = key.items;
  const name = second?.kind === 'call' ? second.callee : second;
  return first?.kind === 'name' && first.name === app && name !== undefined && OWN_MODEL.test(dottedName(name) ?? '');
};

/** Without asking whether the model is there, as in `if KEY not in state.models: return`: what is not there is not changed anyway. */
const withoutGuards = (statements: readonly Statement[], [app, state]: readonly string[]): Statement[] => {
  const keys = new Set<string>();
  const isKey = (key: Expression): boolean => (key.kind === 'name' ? keys.has(key.name) : isOwnModel(key, app));
  return statements.flatMap((each) => {
    if (each.kind === 'assign') {
      const [target, more] = each.targets;
      if (target?.kind !== 'name' || more !== undefined || !isOwnModel(each.value, app)) return each;
      keys.add(target.name);
      return [];
    }
    if (each.kind !== 'if' || each.test.kind !== 'binary' || !each.otherwise.every(saysNothing)) return each;
    const { operator, left, right } = each.test;
    if (dottedName(right) !== `${state}.models` || !isKey(left)) return each;
    if (operator === 'in') return each.body;
    return operator === 'not in' && each.body.every(saysNothing) ? [] : each;
  });
};

/** What its parameters are called, without `self`, and what it does with them. */
const contentsOf = ({ statement }: FunctionValue): { own: string[]; statements: Statement[] } | undefined => {
  if (statement === null) return undefined;
  const { parameters, body } = readFunction(statement);
  const [, ...own] = parameters.map((parameter) => parameter.name);
  return { own, statements: withoutGuards(withoutNets(body), own).filter((each) => !saysNothing(each)) };
};

/** Whether it does nothing else than to hand on: always, or where a condition holds. */
const handingOn = (method: FunctionValue): 'always' | 'perhaps' | undefined => {
  const { own, statements } = contentsOf(method) ?? {};
  if (own === undefined || statements === undefined) return undefined;
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

/** What a model derives from is its own affair: makemigrations compares fields and options alone. */
const BASES = String.raw`\.bases\b`;

/** What is left of the text without those words for models of the state, and the options that it asks them for. */
const withoutOptions = (text: string, models: readonly string[]): { rest: string; options: string[] } => {
  const pattern = new RegExp(`(?:${models.join('|')})(?:${OPTION}|${BASES})`, 'g');
  const options = Array.from(text.matchAll(pattern), ([, name]) => name ?? []).flat();
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
  const left = rest.replace(new RegExp(String.raw`${word(state)}\.reload_model\((?:[^()]|\([^()]*\))*\)`, 'g'), '');
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

type IsOperation = (name: string) => boolean;

/** `AddField(…).state_forwards(app_label, state)`, in loops and conditions, too: how many there are, of operations that it makes right there. */
const madeAndAsked = (statements: readonly Statement[], own: readonly string[], isOperation: IsOperation): number =>
  statements.reduce((sum, each) => {
    if (each.kind === 'for' || each.kind === 'if')
      return sum + madeAndAsked([...each.body, ...each.otherwise], own, isOperation);
    const object = handedTo(each, own);
    const made = object?.kind === 'call' ? dottedName(object.callee) : undefined;
    return isOperation(made?.split('.').at(-1) ?? '') ? sum + 1 : sum;
  }, 0);

/** Whether it does nothing with the state but to hand it on to operations of Django's that it makes. */
const onlyHandsOn = (method: FunctionValue, isOperation: IsOperation): boolean => {
  const { own = [], statements = [] } = contentsOf(method) ?? {};
  const count = madeAndAsked(statements, own, isOperation);
  const mentions = method.statement?.source.replace(DOCSTRING, '$1').match(new RegExp(String.raw`\b${own[1]}\b`, 'g'));
  // Its first mention is the parameter itself.
  return own.length === 2 && count > 0 && mentions?.length === count + 1;
};

/** One that hands on to operations that it holds, or makes, changes the state as these do. */
const wrapping = (
  method: Value | undefined,
  of: ClassValue,
  call: CallValue,
  follow: FollowOperation | undefined,
  isOperation: IsOperation,
): OwnOperation | undefined => {
  if (!isA(method, 'function')) return undefined;
  const name = wrappedIn(method);
  const made = name === undefined && onlyHandsOn(method, isOperation) ? follow?.others(of, method, call) : undefined;
  const held = name === undefined ? made && listOf(made) : follow?.held(of, call, name);
  const inner = isSequence(held) ? held : isA(held, 'call') ? listOf([held]) : undefined;
  if (inner === undefined) return undefined;
  return { base: WRAPPER, call: { args: [], keywords: new Map([['state_operations', inner]]) } };
};

const WRAPPER = 'SeparateDatabaseAndState';

/** undefined where nobody can tell. */
export const ownOperation = (
  call: CallValue,
  isOperation: IsOperation,
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
    if (handsOn === undefined) return wrapping(forwards, callee, call, follow, isOperation);
    hasInit ||= ancestor.names.has('__init__');
  }
  return undefined;
};

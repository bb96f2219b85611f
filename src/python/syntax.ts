/** Python text as plain data: what `readModule` gives. Lines count from 1. */

export type Argument = Expression;
/** `name` is null for `**mapping`. */
export type Keyword = { name: string | null; value: Expression };
/** `key` is null for `**mapping`. */
export type DictEntry = { key: Expression | null; value: Expression };
export type FormatPart = string | { value: Expression; conversion: string; spec: readonly FormatPart[] };
export type ComprehensionClause = { target: Expression; iterable: Expression; conditions: readonly Expression[] };

export type Expression =
  | { kind: 'name'; name: string; line: number }
  | { kind: 'attribute'; object: Expression; name: string; line: number }
  | { kind: 'call'; callee: Expression; args: readonly Argument[]; keywords: readonly Keyword[]; line: number }
  | { kind: 'string'; value: string; bytes: boolean; line: number }
  | { kind: 'format'; parts: readonly FormatPart[]; line: number }
  /** `text` as written, because a Python integer may be larger than a number holds. `1.0` is a `float`, and is not `1`. */
  | { kind: 'number' | 'float'; value: number; text: string; line: number }
  | { kind: 'constant'; value: boolean | null; line: number }
  | { kind: 'ellipsis'; line: number }
  | { kind: 'list' | 'tuple' | 'set'; items: readonly Expression[]; line: number }
  | { kind: 'dict'; entries: readonly DictEntry[]; line: number }
  | { kind: 'starred'; value: Expression; line: number }
  | { kind: 'unary'; operator: string; operand: Expression; line: number }
  /** Arithmetic, `and`, `or` and comparisons; a chain `a < b < c` is `a < b and b < c`. */
  | { kind: 'binary'; operator: string; left: Expression; right: Expression; line: number }
  | { kind: 'conditional'; test: Expression; then: Expression; otherwise: Expression; line: number }
  | { kind: 'subscript'; object: Expression; index: Expression; line: number }
  | {
      kind: 'slice';
      lower: Expression | null;
      upper: Expression | null;
      step: Expression | null;
      line: number;
    }
  | {
      kind: 'comprehension';
      form: 'list' | 'set' | 'dict' | 'generator';
      element: Expression;
      /** Of a dict comprehension, whose key is `element`; null there where whole dicts are put together: `{**part for part in parts}`. */
      value: Expression | null;
      clauses: readonly ComprehensionClause[];
      line: number;
    }
  | { kind: 'walrus'; name: string; value: Expression; line: number }
  | { kind: 'lambda'; parameters: readonly Parameter[]; body: Expression; text: string; line: number }
  /** `value` is null for a bare `yield`; `isFrom`: all of its items. */
  | { kind: 'yield'; value: Expression | null; isFrom: boolean; line: number }
  /** `await`, `2j` and `t"…"`: kept as text, since nothing that is read statically depends on it. */
  | { kind: 'opaque'; text: string; line: number };

/** A pattern is read as the expression that it looks like, `int() as size` inside of it as `size := int()`; null where it looks like none. */
export type MatchCase = {
  pattern: Expression | null;
  /** Behind `as`. */
  name: string | null;
  guard: Expression | null;
  body: readonly Statement[];
};

export type ExpressionOf<K extends Expression['kind']> = Extract<Expression, { kind: K }>;

export type ImportedName = { name: string; alias: string | null };
export type ExceptHandler = { type: Expression | null; name: string | null; body: readonly Statement[]; line: number };

export type FunctionStatement = {
  kind: 'function';
  name: string;
  decorators: readonly Expression[];
  line: number;
  /** From the parameter list to the end of the body: `readFunction` reads it when someone asks. */
  source: string;
  sourceLine: number;
  indent: number;
};

export type ClassStatement = {
  kind: 'class';
  name: string;
  bases: readonly Expression[];
  /** `class Box[T]`: Python gives it one more base. */
  isGeneric?: true;
  keywords: readonly Keyword[];
  decorators: readonly Expression[];
  body: readonly Statement[];
  line: number;
};

export type Statement =
  /** `isLazy`: it is made where what it brings is first asked for. */
  | { kind: 'import'; names: readonly ImportedName[]; isLazy?: true; line: number }
  /** `names` is null for `*`; `level` is the number of leading dots. */
  | {
      kind: 'from';
      module: string;
      level: number;
      names: readonly ImportedName[] | null;
      isLazy?: true;
      line: number;
    }
  | { kind: 'assign'; targets: readonly Expression[]; value: Expression; line: number }
  | { kind: 'annotated'; target: Expression; annotation: Expression; value: Expression | null; line: number }
  /** `operator` without its `=`. */
  | { kind: 'augmented'; target: Expression; operator: string; value: Expression; line: number }
  | { kind: 'expression'; value: Expression; line: number }
  | ClassStatement
  | FunctionStatement
  | { kind: 'if'; test: Expression; body: readonly Statement[]; otherwise: readonly Statement[]; line: number }
  | {
      kind: 'for';
      target: Expression;
      iterable: Expression;
      body: readonly Statement[];
      otherwise: readonly Statement[];
      line: number;
    }
  | { kind: 'while'; test: Expression; body: readonly Statement[]; otherwise: readonly Statement[]; line: number }
  | {
      kind: 'try';
      body: readonly Statement[];
      handlers: readonly ExceptHandler[];
      otherwise: readonly Statement[];
      finally: readonly Statement[];
      line: number;
    }
  | {
      kind: 'with';
      items: readonly { context: Expression; target: Expression | null }[];
      body: readonly Statement[];
      line: number;
    }
  | {
      kind: 'match';
      subject: Expression;
      cases: readonly MatchCase[];
      line: number;
    }
  | { kind: 'return'; value: Expression | null; line: number }
  | { kind: 'raise'; value: Expression | null; line: number }
  | { kind: 'delete'; targets: readonly Expression[]; line: number }
  | { kind: 'assert'; test: Expression; line: number }
  /** `pass`, `break`, `continue`, `type`: nothing that a reader needs inside. */
  | { kind: 'other'; keyword: string; line: number }
  | { kind: 'scope'; keyword: 'global' | 'nonlocal'; names: readonly string[]; line: number };

export type StatementOf<K extends Statement['kind']> = Extract<Statement, { kind: K }>;

/** Lines that could not be read; everything around them was. */
export type SyntaxProblem = { line: number; message: string };

export type ModuleSyntax = { statements: readonly Statement[]; problems: readonly SyntaxProblem[] };

export type Parameter = {
  name: string;
  /** `*args` and `**kwargs`. */
  star: '' | '*' | '**';
  default: Expression | null;
  /** It stands before `/`: a keyword of that name is another one. */
  isByPlace?: true;
};
export type FunctionSyntax = {
  parameters: readonly Parameter[];
  body: readonly Statement[];
  problems: readonly SyntaxProblem[];
};

/** `a.b.c` of a chain of names, or null for anything else. */
export const dottedName = (expression: Expression): string | null => {
  const parts: string[] = [];
  let current = expression;
  while (current.kind === 'attribute') {
    parts.push(current.name);
    current = current.object;
  }
  if (current.kind !== 'name') return null;
  parts.push(current.name);
  return parts.reverse().join('.');
};

/** The value of a keyword argument, if the call has it. */
export const keywordOf = (call: { keywords: readonly Keyword[] }, name: string): Expression | undefined =>
  call.keywords.find((keyword) => keyword.name === name)?.value;

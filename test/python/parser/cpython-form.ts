/** Our syntax in the form that `cpython_syntax.py` prints, so that the two can be held against each other. */
import { readFunction } from '../../../src/python/index.ts';
import type { Expression, FormatPart, Statement } from '../../../src/python/syntax.ts';

type Form = unknown;

const formatForm = (parts: readonly FormatPart[]): Form[] => {
  const out: Form[] = [];
  for (const part of parts) {
    const last = out.at(-1);
    if (typeof part !== 'string') out.push(['field', expressionForm(part.value)]);
    else if (typeof last === 'string') out[out.length - 1] = last + part;
    else if (part !== '') out.push(part);
  }
  return out;
};

const numberForm = (value: number): string | number => (Math.abs(value) >= 1e300 ? 'huge' : value);

export const expressionForm = (e: Expression | null): Form => {
  if (e === null) return null;
  switch (e.kind) {
    case 'name':
      return ['name', e.name];
    case 'attribute':
      return ['attribute', expressionForm(e.object), e.name];
    case 'call':
      return [
        'call',
        expressionForm(e.callee),
        e.args.map(expressionForm),
        e.keywords.map((k) => [k.name, expressionForm(k.value)]),
      ];
    case 'string':
      return e.bytes ? ['bytes'] : ['string', e.value];
    case 'format':
      return ['format', formatForm(e.parts)];
    case 'number':
    case 'float':
      return [e.kind, numberForm(e.value)];
    case 'constant':
      return ['constant', e.value];
    case 'ellipsis':
    case 'opaque':
      return [e.kind];
    case 'yield':
      return ['yield', e.isFrom, expressionForm(e.value)];
    case 'lambda':
      return ['lambda', e.parameters.map((p) => p.name), expressionForm(e.body)];
    case 'list':
    case 'tuple':
    case 'set':
      return [e.kind, e.items.map(expressionForm)];
    case 'dict':
      return ['dict', e.entries.map((entry) => [expressionForm(entry.key), expressionForm(entry.value)])];
    case 'starred':
      return ['starred', expressionForm(e.value)];
    case 'unary':
      return ['unary', e.operator, expressionForm(e.operand)];
    case 'binary':
      return ['binary', e.operator, expressionForm(e.left), expressionForm(e.right)];
    case 'conditional':
      return ['conditional', expressionForm(e.test), expressionForm(e.then), expressionForm(e.otherwise)];
    case 'subscript':
      return ['subscript', expressionForm(e.object), expressionForm(e.index)];
    case 'slice':
      return ['slice', expressionForm(e.lower), expressionForm(e.upper), expressionForm(e.step)];
    case 'comprehension':
      return [
        'comprehension',
        e.form,
        expressionForm(e.element),
        expressionForm(e.value),
        e.clauses.map((c) => [expressionForm(c.target), expressionForm(c.iterable), c.conditions.map(expressionForm)]),
      ];
    case 'walrus':
      return ['walrus', e.name, expressionForm(e.value)];
  }
};

const block = (statements: readonly Statement[]): Form[] => statements.map(statementForm);

export const statementForm = (s: Statement): Form => {
  switch (s.kind) {
    case 'import':
      return ['import', s.line, s.names.map((n) => [n.name, n.alias])];
    case 'from':
      return ['from', s.line, s.module, s.level, s.names?.map((n) => [n.name, n.alias]) ?? null];
    case 'assign':
      return ['assign', s.line, s.targets.map(expressionForm), expressionForm(s.value)];
    case 'annotated':
      return ['annotated', s.line, expressionForm(s.target), expressionForm(s.annotation), expressionForm(s.value)];
    case 'augmented':
      return ['augmented', s.line, expressionForm(s.target), s.operator, expressionForm(s.value)];
    case 'expression':
      return ['expression', s.line, expressionForm(s.value)];
    case 'class':
      return [
        'class',
        s.line,
        s.name,
        s.bases.map(expressionForm),
        s.keywords.map((k) => [k.name, expressionForm(k.value)]),
        s.decorators.map(expressionForm),
        block(s.body),
      ];
    case 'function': {
      const read = readFunction(s);
      const decorators = s.decorators.map(expressionForm);
      return ['function', s.line, s.name, decorators, read.parameters.map((p) => p.name), block(read.body)];
    }
    case 'if':
      return ['if', s.line, expressionForm(s.test), block(s.body), block(s.otherwise)];
    case 'for':
      return ['for', s.line, expressionForm(s.target), expressionForm(s.iterable), block(s.body), block(s.otherwise)];
    case 'while':
      return ['while', s.line, expressionForm(s.test), block(s.body), block(s.otherwise)];
    case 'try':
      return [
        'try',
        s.line,
        block(s.body),
        s.handlers.map((h) => [expressionForm(h.type), h.name, block(h.body)]),
        block(s.otherwise),
        block(s.finally),
      ];
    case 'with':
      return ['with', s.line, block(s.body)];
    case 'match':
      return ['match', s.line, expressionForm(s.subject), s.cases.map((c) => block(c.body))];
    case 'return':
    case 'raise':
      return [s.kind, s.line, expressionForm(s.value)];
    case 'assert':
      return ['assert', s.line, expressionForm(s.test)];
    case 'delete':
      return ['delete', s.line, s.targets.map(expressionForm)];
    case 'scope':
      return ['scope', s.line, s.keyword, s.names];
    case 'other':
      return ['other', s.line];
  }
};

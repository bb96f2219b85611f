/** `field.__class__ = models.IntegerField`, as where fields are copied: nothing is made anew, and what the first class gave the field stays. */
import { type CallValue, isA, OPEN_KEYWORDS, type Value } from '../../../../../python/index.ts';
import { plainFieldName } from '../../../known/field-bases.ts';
import { argumentNames } from '../../../migrations/compare/fields/bind-field.ts';
import { fieldFact } from './field-facts.ts';

const kindOf = (callee: Value): string | undefined =>
  isA(callee, 'reference') ? plainFieldName(callee.name) : undefined;

/** What a class says of its own accord, beside or against what it is given. */
const own = (field: CallValue, kind: string): [string, Value][] =>
  ['blank', 'editable', 'db_index', 'max_length', 'unique'].flatMap((name): [string, Value][] => {
    // A key is unique as long as it is one.
    const fact = name === 'unique' ? kind === 'OneToOneField' : fieldFact(field, name);
    const given = field.keywords.get(name);
    const isForced = fact === true && (name === 'blank' || name === 'unique');
    const value = given === undefined || isForced ? fact : given;
    return value === undefined || value === null ? [] : [[name, value]];
  });

const stamped = ({ keywords }: CallValue): [string, Value][] =>
  keywords.get('auto_now') === true || keywords.get('auto_now_add') === true
    ? [
        ['editable', false],
        ['blank', true],
      ]
    : [];

/** Before it is of another class: it is as if that had been given what the first one made of its arguments. */
export const turnField = (field: CallValue, into: Value): void => {
  const [from, to] = [kindOf(field.callee), kindOf(into)];
  const names = to === undefined ? undefined : argumentNames.get(to);
  if (from === undefined || names === undefined || field.keywords.has(OPEN_KEYWORDS)) return;
  const made = [...field.keywords, ...own(field, from), ...stamped(field)];
  field.keywords = new Map(made.filter(([name]) => names.has(name)));
  // What a relation points at is no name of anything else.
  if (argumentNames.get(from)?.has('to') === true && !names.has('to')) field.args = [];
};

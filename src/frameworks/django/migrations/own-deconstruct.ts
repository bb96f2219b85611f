/** The function that a project puts in the place of Django's `Field.deconstruct`, followed without running it. */
import { dictOf, isA, isSequence, listOf, tupleOf, type Value } from '../../../python/index.ts';
import { followAside } from '../world/aside.ts';
import { instance } from '../world/model-class/fields/model-fields.ts';
import type { DjangoWorld } from '../world/world.ts';

export type OwnDeconstruct = {
  /** Where it was written; null where that is not known. */
  module: string | null;
  /** What it leaves of the arguments of a field of Django's own class; undefined where that cannot be told. */
  leave(path: string, kwargs: ReadonlyMap<string, Value>): Map<string, Value> | undefined;
};

/** What `Field.deconstruct` itself tells; the classes of Django add theirs behind it. */
const ofEveryField = new Set(
  (
    'name primary_key max_length unique blank null db_index default db_default editable serialize unique_for_date unique_for_month ' +
    'unique_for_year choices help_text db_column db_comment db_tablespace auto_created validators error_messages verbose_name'
  ).split(' '),
);

const isOfEvery = ([name]: [string, Value]): boolean => ofEveryField.has(name);

const answerOf = (
  world: DjangoWorld,
  patch: Value,
  path: string,
  kwargs: ReadonlyMap<string, Value>,
): Map<string, Value> | undefined => {
  if (!isA(patch, 'function')) return undefined;
  const { owner } = world.engine;
  const told = { ...dictOf(new Map([...kwargs].filter(isOfEvery))), ...(owner === null ? {} : { owner }) };
  const self = instance(path, new Map(kwargs));
  const call = (): Value => tupleOf([null, path, listOf([]), told]);
  const answer = followAside(world, { name: 'deconstruct', call }, () => patch.call([self], new Map()));
  const [, written, args, said] = isSequence(answer) ? answer.items : [];
  const isWhole = isSequence(args) && args.items.length === 0 && isA(said, 'dict') && !said.partial;
  if (written !== path || !isWhole) return undefined;
  const left = [...said.entries].filter((entry): entry is [string, Value] => typeof entry[0] === 'string');
  return new Map([...left, ...[...kwargs].filter((entry) => !isOfEvery(entry))]);
};

/** Of a field inside a field the same is left. */
const withInner = (kwargs: Map<string, Value>, leave: OwnDeconstruct['leave']): Map<string, Value> | undefined => {
  const inner = kwargs.get('base_field');
  if (!isA(inner, 'call')) return kwargs;
  const keywords = leave(inner.name, inner.keywords);
  return keywords && kwargs.set('base_field', { ...inner, keywords });
};

export const ownDeconstruct = (world: DjangoWorld): OwnDeconstruct | null => {
  const patch = world.fieldDeconstruct;
  if (patch === null) return null;
  const leave: OwnDeconstruct['leave'] = (path, kwargs) => {
    if (!path.startsWith('django.')) return undefined;
    const left = answerOf(world, patch, path, kwargs);
    return left && withInner(left, leave);
  };
  return { module: isA(patch, 'function') ? patch.module : null, leave };
};

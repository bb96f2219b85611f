import Type from 'typebox';
import type { Field, MigrationsDetail, Model, Relation, SchemaDetail } from '../../contract/index.ts';
import { differencesOf } from '../../diagram/differences.ts';
import { migrationsOf } from '../../diagram/touched.ts';
import { notFound } from '../../kit/errors.ts';
import { plural } from '../../kit/numbers.ts';
import { firstRows, placeOf } from '../answer.ts';
import { type Tool, tool } from '../tool.ts';
import { ofWorkspace, readScanned, slugOf } from '../workspace.ts';
import { undecidedOf } from './migrations.ts';

const relationRow = ({ kind, target, cardinality, ...rest }: Relation): Record<string, unknown> => ({
  kind,
  to: target ?? 'any model',
  cardinality,
  ...rest,
});

const fieldRow = ({ name, type, relation, source, ...rest }: Field): Record<string, unknown> => ({
  name,
  type,
  null: rest.null,
  unique: rest.unique,
  primary_key: rest.primary_key,
  added_by_django: rest.implicit,
  inherited_from: rest.inherited_from,
  column: rest.column === name ? null : rest.column,
  relation: relation && relationRow(relation),
  at: placeOf(source),
});

/** A file that breaks off, say, hides models: whoever finds none must not conclude that there is none. */
const mayBeMissing = ({ problems }: SchemaDetail): string | undefined => {
  // Another Django than was asked for hides no model.
  const count = problems.filter(({ severity, code }) => severity !== 'info' && code !== 'other_django').length;
  return count === 0 ? undefined : `Models may be missing: list_problems tells ${plural(count, 'problem')}.`;
};

/** `Order`, `order` and `shop.Order` all name one, as long as no other app has its name. */
const findModel = (detail: SchemaDetail, asked: string): Model => {
  const name = asked.toLowerCase();
  const found = detail.models.filter(({ id }) => {
    const whole = id.toLowerCase();
    return whole === name || whole.endsWith(`.${name}`);
  });
  const [model] = found;
  if (model !== undefined && found.length === 1) return model;
  const words =
    model === undefined
      ? [`There is no model "${asked}": list_models finds it by a part of its name.`, mayBeMissing(detail)]
          .filter(Boolean)
          .join(' ')
      : `Say which: ${found.map(({ id }) => id).join(', ')}.`;
  throw notFound(words);
};

/** One that is not there has no models, but whoever asks for it has it from somewhere. */
const labelOf = ({ apps, models }: SchemaDetail, asked: string): string => {
  const app = apps.find(({ label, name }) => label === asked || name === asked);
  if (app !== undefined) return app.label;
  if (models.some((model) => model.app === asked)) return asked;
  throw notFound(`There is no app "${asked}". Those there are: ${apps.map(({ label }) => label).join(', ')}.`);
};

const isNamed = ({ id }: Model, query: string | undefined): boolean =>
  query === undefined || id.toLowerCase().includes(query.toLowerCase());

/** Who has a relation to it. */
const pointingAt = (models: readonly Model[], { id }: Model): string[] =>
  models.flatMap((model) =>
    model.fields.flatMap(({ name, relation }) => (relation?.target === id ? [`${model.id}.${name}`] : [])),
  );

export const modelTools: readonly Tool[] = [
  tool({
    name: 'list_models',
    title: 'Models of a project',
    description:
      "Models as Django builds them, with kind, place in the code and names of fields; the project's own ones unless an app or a name is asked for.",
    input: Type.Object({
      ...ofWorkspace,
      app: Type.Optional(Type.String({ description: 'App label.' })),
      query: Type.Optional(Type.String({ description: 'Part of `app_label.Class`.' })),
    }),
    answer: async (input, call) => {
      const slug = await slugOf(input, call);
      const { detail, scanning } = await readScanned<SchemaDetail>(call, slug, 'schema');
      const isAsked = input.app !== undefined || input.query !== undefined;
      const label = input.app === undefined ? undefined : labelOf(detail, input.app);
      const found = detail.models.filter(
        (model) => (isAsked || model.own) && (label ?? model.app) === model.app && isNamed(model, input.query),
      );
      const { rows, more } = firstRows(found, 'narrow it down with `app` or `query`.');
      return {
        workspace: slug,
        scanning,
        read_from: detail.provenance,
        incomplete: mayBeMissing(detail),
        models: rows.map(({ id, kind, fields, source }) => ({
          id,
          kind: kind === 'model' ? null : kind,
          fields: fields.map(({ name }) => name).join(' '),
          at: placeOf(source),
        })),
        more,
      };
    },
  }),
  tool({
    name: 'read_model',
    title: 'One model',
    description:
      'One model whole: fields in Django’s own order with type, null, relation and place in the code (inherited and implicit ones too), table, ' +
      'Meta, who points at it, which migrations touched it, and what no migration describes yet. Other arguments of a field (max_length, default, ' +
      'choices …) stand in the code at `at`.',
    input: Type.Object({ ...ofWorkspace, model: Type.String({ description: '`app_label.Class`, or `Class` alone.' }) }),
    answer: async (input, call) => {
      const slug = await slugOf(input, call);
      const { detail, scanning } = await readScanned<SchemaDetail>(call, slug, 'schema');
      const model = findModel(detail, input.model);
      const { detail: migrations, ...later } = await readScanned<MigrationsDetail>(call, slug, 'migrations');
      const { fields, source, own, name, ...facts } = model;
      const unmade = migrations.apps.find(({ label }) => label === model.app)?.unmade ?? [];
      return {
        workspace: slug,
        scanning: scanning || later.scanning,
        read_from: detail.provenance,
        ...facts,
        at: placeOf(source),
        fields: fields.map(fieldRow),
        pointed_at_by: pointingAt(detail.models, model),
        migrations: migrationsOf(model, migrations).map((one) => `${one.name}: ${one.descriptions.join('; ')}`),
        unmade_changes: unmade
          .filter((change) => change.model.toLowerCase() === name.toLowerCase().split('.').at(-1))
          .map(({ description }) => description),
        unmade_changes_undecided: undecidedOf(migrations),
        differences: differencesOf(model, detail.differences),
      };
    },
  }),
];

/** The models on screen as DBML: tables as the database has them, so abstract models and proxies leave no table. */
import type { Field, Model } from '../../contract/index.ts';

export const toDbml = (models: readonly Model[]): string => {
  const tables = models.filter(
    (model) => model.kind !== 'abstract' && model.kind !== 'proxy' && model.kind !== 'swapped',
  );
  const byId = new Map(models.map((model) => [model.id, model]));
  const tableIds = new Set(tables.map((model) => model.id));
  const parts = tables.map(table);
  const refs = tables.flatMap((model) => model.fields.flatMap((field) => reference(model, field, byId, tableIds)));
  const groups = [...Map.groupBy(tables, (model) => model.app)].map(
    ([app, list]) =>
      `TableGroup ${quoted(app)} {\n${list.map((model) => `  ${quoted(tableName(model))}`).join('\n')}\n}`,
  );
  return `${[...parts, ...(refs.length > 0 ? [refs.join('\n')] : []), ...groups].join('\n\n')}\n`;
};

const tableName = (model: Model): string => model.table ?? model.id.replace('.', '_').toLowerCase();

const quoted = (text: string): string => `"${text.replaceAll('"', "'")}"`;

const columnName = (field: Field): string => field.column ?? field.name;

/** Many-to-many and generic fields are no columns of the table. */
const isColumn = (field: Field): boolean =>
  field.relation === null || field.relation.kind === 'foreign_key' || field.relation.kind === 'one_to_one';

const table = (model: Model): string => {
  const columns = model.fields.filter(isColumn).map((field) => {
    const settings = [
      field.primary_key ? 'pk' : null,
      field.unique && !field.primary_key ? 'unique' : null,
      field.null ? 'null' : 'not null',
    ].filter((setting) => setting !== null);
    return `  ${quoted(columnName(field))} ${field.type} [${settings.join(', ')}]`;
  });
  const indexes = model.unique_together.map((names) => `    (${names.map(quoted).join(', ')}) [unique]`);
  const block = indexes.length > 0 ? ['', '  indexes {', ...indexes, '  }'] : [];
  const note = [`  Note: '${model.id.replaceAll("'", '')}'`];
  return `Table ${quoted(tableName(model))} {\n${[...columns, ...block, ...note].join('\n')}\n}`;
};

const signs = { foreign_key: '>', one_to_one: '-', many_to_many: '<>' } as const;

const reference = (
  model: Model,
  field: Field,
  byId: ReadonlyMap<string, Model>,
  tableIds: ReadonlySet<string>,
): string[] => {
  const relation = field.relation;
  if (relation === null || relation.kind === 'generic' || relation.target === null) return [];
  // The table in between says it already, with its own two references.
  if (relation.kind === 'many_to_many' && relation.through !== null && tableIds.has(relation.through)) return [];
  const target = concrete(byId.get(relation.target), byId);
  if (target === null || !tableIds.has(target.id)) return [];
  const from = relation.kind === 'many_to_many' ? keyColumn(model) : columnName(field);
  return [
    `Ref: ${quoted(tableName(model))}.${quoted(from)} ${signs[relation.kind]} ${quoted(tableName(target))}.${quoted(keyColumn(target))}`,
  ];
};

/** A relation to a proxy lands in the table of what it stands for. */
const concrete = (model: Model | undefined, byId: ReadonlyMap<string, Model>): Model | null => {
  let current = model;
  for (let depth = 0; depth < 10 && current?.kind === 'proxy'; depth += 1) {
    current = current.bases.map((base) => byId.get(base)).find((base) => base !== undefined);
  }
  return current ?? null;
};

const keyColumn = (model: Model): string => {
  const key = model.fields.find((field) => field.primary_key);
  return key === undefined ? 'id' : columnName(key);
};

/** The models on screen as DBML: tables as the database has them, so abstract models and proxies leave no table. */
import type { Field, Model } from '../../contract/index.ts';
import type { SchemaModel } from '../graph.ts';

type Nodes = ReadonlyMap<string, SchemaModel>;

export const toDbml = (models: readonly SchemaModel[]): string => {
  const nodes = models.filter(isTable);
  const byId: Nodes = new Map(models.map((node) => [node.model.id, node]));
  const tables = [...Map.groupBy(nodes, ({ model }) => tableName(model)).values()].map(managedFirst);
  const parts = tables.map(table);
  const refs = [...new Set(nodes.flatMap((node) => ownFields(node).flatMap((field) => reference(node, field, byId))))];
  const groups = [...Map.groupBy(tables, ([{ model }]) => model.app)].map(
    ([app, list]) =>
      `TableGroup ${quoted(app)} {\n${list.map(([{ model }]) => `  ${quoted(tableName(model))}`).join('\n')}\n}`,
  );
  return `${[...parts, ...(refs.length > 0 ? [refs.join('\n')] : []), ...groups].join('\n\n')}\n`;
};

/** The models of one table. An unmanaged one may look into the table of another; written twice, the table is refused. */
type Sharing = readonly [SchemaModel, ...SchemaModel[]];

const managedFirst = (nodes: readonly SchemaModel[]): Sharing =>
  nodes.toSorted(
    ({ model: a }, { model: b }) => Number(a.kind === 'unmanaged') - Number(b.kind === 'unmanaged'),
  ) as unknown as Sharing;

const isTable = ({ model: { kind } }: SchemaModel): boolean =>
  kind !== 'abstract' && kind !== 'proxy' && kind !== 'swapped';

const tableName = (model: Model): string => model.table ?? model.id.replace('.', '_').toLowerCase();

const quoted = (text: string): string => `"${text.replaceAll('"', "'")}"`;

const columnName = (field: Field): string => field.column ?? field.name;

/** Without those of a parent that has a table of its own: they are that table's. */
const ownFields = ({ model, parents }: SchemaModel): Field[] => model.fields.filter(({ name }) => !parents.has(name));

/** Many-to-many and generic fields are no columns, nor is a primary key that is made of others. */
const isColumn = (field: Field): boolean => field.column !== null;

const table = (nodes: Sharing): string => {
  const columns = new Map<string, Field>();
  for (const field of nodes.flatMap(ownFields).filter(isColumn)) {
    if (!columns.has(columnName(field))) columns.set(columnName(field), field);
  }
  const rows = [...columns].map(([name, field]) => {
    const settings = [
      field.primary_key ? 'pk' : null,
      field.unique && !field.primary_key ? 'unique' : null,
      field.null ? 'null' : 'not null',
    ].filter((setting) => setting !== null);
    return `  ${quoted(name)} ${field.type} [${settings.join(', ')}]`;
  });
  const indexes = [...new Set(nodes.flatMap(uniqueTogether))];
  const block = indexes.length > 0 ? ['', '  indexes {', ...indexes, '  }'] : [];
  const note = `  Note: '${nodes.map(({ model }) => model.id.replaceAll("'", '')).join(', ')}'`;
  return `Table ${quoted(tableName(nodes[0].model))} {\n${[...rows, ...block, note].join('\n')}\n}`;
};

const uniqueTogether = (node: SchemaModel): string[] => {
  const byName = new Map(ownFields(node).map((field) => [field.name, columnName(field)]));
  return node.model.unique_together.map(
    (names) => `    (${names.map((name) => quoted(byName.get(name) ?? name)).join(', ')}) [unique]`,
  );
};

const signs = { foreign_key: '>', one_to_one: '-', many_to_many: '<>' } as const;

const reference = (node: SchemaModel, field: Field, byId: Nodes): string[] => {
  const { relation } = field;
  if (relation === null || relation.kind === 'generic' || relation.target === null) return [];
  const through = relation.through === null ? undefined : byId.get(relation.through);
  // The table in between says it already, with its own two references.
  if (relation.kind === 'many_to_many' && through && isTable(through)) return [];
  const target = concrete(byId.get(relation.target), byId);
  if (target === undefined || !isTable(target)) return [];
  const from = relation.kind === 'many_to_many' ? keyColumn(node) : columnName(field);
  const pointedAt = ownFields(target).find(({ name }) => name === relation.to_field);
  const to = pointedAt ? columnName(pointedAt) : keyColumn(target);
  return [
    `Ref: ${quoted(tableName(node.model))}.${quoted(from)} ${signs[relation.kind]} ${quoted(tableName(target.model))}.${quoted(to)}`,
  ];
};

/** A relation to a proxy lands in the table of what it stands for. */
const concrete = (node: SchemaModel | undefined, byId: Nodes): SchemaModel | undefined => {
  let current = node;
  for (let depth = 0; depth < 10 && current?.model.kind === 'proxy'; depth += 1) {
    current = current.model.bases.map((base) => byId.get(base)).find((base) => base !== undefined);
  }
  return current;
};

const keyColumn = (node: SchemaModel): string => {
  const key = ownFields(node).find((field) => field.primary_key);
  return key === undefined ? 'id' : columnName(key);
};

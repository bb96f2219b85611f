/**
 * The models on screen as DBML: tables as the database has them, so abstract models and proxies leave no table. Its tools refuse a whole text for
 * one table without columns, one column that is not there, or two relations of the same two columns.
 */
import type { Field, Model } from '../../contract/index.ts';
import type { SchemaModel } from '../graph.ts';

type Nodes = ReadonlyMap<string, SchemaModel>;

/** An unmanaged model may look into the table of another: then both are its models, the managed one first. */
type Table = { name: string; app: string; models: readonly SchemaModel[]; columns: ReadonlyMap<string, Field> };
type Tables = ReadonlyMap<string, Table>;

/** `field`: which one it is of, for people. `through`: the model in between. */
type Reference = { from: string; to: string; sign: string; field: string; through: string | null };

/** `all`: also those that are not on screen; a table in between is taken from there where only it can tell a relation. */
export const toDbml = (onScreen: readonly SchemaModel[], all: Nodes = new Map()): string => {
  const models = [...onScreen, ...neededBetween(onScreen, all)];
  const byId: Nodes = new Map(models.map((node) => [node.model.id, node]));
  const every = listTables(models);
  const tables = withColumns(every);
  const empty = every.filter(({ columns }) => columns.size === 0);
  const references = listReferences(models, byId, tables);
  const parts = [
    ...[...tables.values()].map(tableText),
    ...paragraph(empty.map((one) => `// ${modelNames(one)} has no column that is known`)),
    ...paragraph(referenceLines(references)),
    ...[...Map.groupBy(tables.values(), ({ app }) => app)].map(groupText),
  ];
  return `${parts.join('\n\n')}\n`;
};

const listTables = (models: readonly SchemaModel[]): Table[] =>
  [...Map.groupBy(models.filter(isTable), ({ model }) => tableName(model))].map(tableOf);

const withColumns = (tables: readonly Table[]): Tables =>
  new Map(tables.filter(({ columns }) => columns.size > 0).map((one) => [one.name, one]));

const listReferences = (models: readonly SchemaModel[], byId: Nodes, tables: Tables): Reference[] =>
  models.filter(isTable).flatMap((node) => ownFields(node).flatMap((field) => reference(node, field, byId, tables)));

/** Hidden tables of many-to-many fields that relate the same two columns as another relation, or a table to itself. */
const neededBetween = (onScreen: readonly SchemaModel[], all: Nodes): SchemaModel[] => {
  const byId: Nodes = new Map(onScreen.map((node) => [node.model.id, node]));
  const references = listReferences(onScreen, byId, withColumns(listTables(onScreen)));
  const untold = [...Map.groupBy(references, pairOf).values()].filter(
    (same) => same.length > 1 || same.some(({ from, to }) => from === to),
  );
  const between = untold.flat().flatMap(({ through }) => all.get(through ?? '') ?? []);
  return [...new Set(between)].filter((node) => isTable(node) && !byId.has(node.model.id));
};

const paragraph = (lines: readonly string[]): string[] => (lines.length > 0 ? [lines.join('\n')] : []);

const isTable = ({ model: { kind } }: SchemaModel): boolean =>
  kind !== 'abstract' && kind !== 'proxy' && kind !== 'swapped';

const tableName = (model: Model): string => model.table ?? model.id.replace('.', '_').toLowerCase();

const quoted = (text: string): string => `"${text.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n')}"`;

const columnName = (field: Field): string => field.column ?? field.name;

/** Without those of a parent that has a table of its own: they are that table's. */
const ownFields = ({ model, parents }: SchemaModel): Field[] => model.fields.filter(({ name }) => !parents.has(name));

/** Many-to-many and generic fields are no columns, nor is a primary key that is made of others. */
const isColumn = (field: Field): boolean => field.column !== null;

const tableOf = ([name, sharing]: [string, SchemaModel[]]): Table => {
  const models = sharing.toSorted(
    ({ model: a }, { model: b }) => Number(a.kind === 'unmanaged') - Number(b.kind === 'unmanaged'),
  );
  const columns = new Map<string, Field>();
  for (const field of models.flatMap(ownFields).filter(isColumn)) {
    if (!columns.has(columnName(field))) columns.set(columnName(field), field);
  }
  return { name, app: models[0]?.model.app ?? '', models, columns };
};

const modelNames = ({ models }: Table): string => models.map(({ model }) => model.id).join(', ');

const tableText = (table: Table): string => {
  const rows = [...table.columns].map(([name, field]) => {
    const settings = [
      field.primary_key ? 'pk' : null,
      field.unique && !field.primary_key ? 'unique' : null,
      field.null ? 'null' : 'not null',
    ].filter((setting) => setting !== null);
    const type = /^\w+$/.test(field.type) ? field.type : quoted(field.type);
    return `  ${quoted(name)} ${type} [${settings.join(', ')}]`;
  });
  const keys = table.models.flatMap((node) => indexesOf(node, table, [node.model.composite_key], 'pk'));
  const together = table.models.flatMap((node) => indexesOf(node, table, node.model.unique_together, 'unique'));
  const indexes = [...new Set([...keys, ...together])];
  const block = indexes.length > 0 ? ['', '  indexes {', ...indexes, '  }'] : [];
  const isUntold =
    keys.length === 0 && table.models.flatMap(ownFields).some((field) => field.primary_key && !isColumn(field));
  const key = isUntold ? '; its primary key is made of several columns' : '';
  const note = `  Note: '${modelNames(table).replaceAll("'", '')}${key}'`;
  return `Table ${quoted(table.name)} {\n${[...rows, ...block, note].join('\n')}\n}`;
};

const groupText = ([app, tables]: [string, readonly Table[]]): string =>
  `TableGroup ${quoted(app)} {\n${tables.map(({ name }) => `  ${quoted(name)}`).join('\n')}\n}`;

/** Of several columns each; a list of which one is not in the table is left out. */
const indexesOf = (
  node: SchemaModel,
  { columns }: Table,
  lists: readonly (readonly string[])[],
  setting: 'pk' | 'unique',
): string[] => {
  const byName = new Map(ownFields(node).map((field) => [field.name, columnName(field)]));
  return lists
    .map((names) => names.map((name) => byName.get(name) ?? name))
    .filter((names) => names.length > 0 && names.every((name) => columns.has(name)))
    .map((names) => `    (${names.map(quoted).join(', ')}) [${setting}]`);
};

const signs = { foreign_key: '>', one_to_one: '-', many_to_many: '<>' } as const;

const reference = (node: SchemaModel, field: Field, byId: Nodes, tables: Tables): Reference[] => {
  const { relation } = field;
  if (relation === null || relation.kind === 'generic' || relation.target === null) return [];
  const through = relation.through === null ? undefined : byId.get(relation.through);
  // The table in between says it already, with its own two references.
  if (relation.kind === 'many_to_many' && through && isTable(through)) return [];
  const target = concrete(byId.get(relation.target), byId);
  if (target === undefined || !isTable(target)) return [];
  const pointedAt = ownFields(target).find(({ name }) => name === relation.to_field);
  const from = endOf(node, relation.kind === 'many_to_many' ? keyColumn(node) : columnName(field), tables);
  const to = endOf(target, pointedAt ? columnName(pointedAt) : keyColumn(target), tables);
  if (from === undefined || to === undefined) return [];
  return [{ from, to, sign: signs[relation.kind], field: `${node.model.id}.${field.name}`, through: relation.through }];
};

/** Undefined where the table has no such column, as where its key is made of others or not known. */
const endOf = ({ model }: SchemaModel, column: string, tables: Tables): string | undefined => {
  const name = tableName(model);
  return tables.get(name)?.columns.has(column) ? `${quoted(name)}.${quoted(column)}` : undefined;
};

const pairOf = ({ from, to }: Reference): string => [from, to].sort().join(' ');

const referenceLines = (references: readonly Reference[]): string[] =>
  [...Map.groupBy(references, pairOf).values()].flatMap((same) => {
    const [first, ...others] = same as [Reference, ...Reference[]];
    if (first.from === first.to) return same.map(({ field }) => `// ${field} relates the table to itself`);
    const more = others.filter(({ sign }) => sign === '<>');
    return [
      `Ref: ${first.from} ${first.sign} ${first.to}`,
      ...more.map(({ field }) => `// ${field} relates the same two tables as ${first.field}`),
    ];
  });

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

/**
 * The tables that the models need, held against those that the database has. Its record says which migrations were applied, not what became of
 * them: one that was faked, a table that was changed by hand, a copy of another state of the project. Held are only apps of which
 * the models, the migrations and the record agree: of any other it is known that the tables are others.
 */
import type { MigrationApp, Problem } from '../../../contract/index.ts';
import type { ExpectedTable } from './expected-tables.ts';
import { type Column, nameIn, type Tables } from './tables.ts';

export type Held = {
  /** Tables that were looked for. */
  count: number;
  problems: Problem[];
};

// Of a database that belongs to something else, each model of an app would be told.
const toldOfApp = 10;

/** Nothing is due: what the models say is what was applied. */
const isSettled = (app: MigrationApp, unclear: ReadonlySet<string>): boolean =>
  app.migrations.length > 0 &&
  app.pending === 0 &&
  !app.conflict &&
  app.unmade.length === 0 &&
  !unclear.has(app.label) &&
  app.migrations.every(({ state }) => state === 'applied' || state === 'squashed');

const problemOf = (
  code: string,
  severity: Problem['severity'],
  message: string,
  { source }: ExpectedTable,
): Problem => ({
  code,
  severity,
  message,
  file: source?.file ?? null,
  line: source?.line ?? null,
});

const missingColumns = (expected: ExpectedTable, columns: readonly Column[], tables: Tables): Problem[] => {
  const there = new Set(columns.map(({ name }) => name));
  return expected.columns
    .filter(({ column }) => !there.has(nameIn(column, tables)))
    .map(({ column, field }) =>
      problemOf(
        'column_missing',
        'error',
        `The table ${expected.table} has no column ${column} for the field ${field} of ${expected.model}, though every migration of ${expected.app} is recorded as applied.`,
        expected,
      ),
    );
};

/** Of a table that several models share, those of all of them are known. */
const leftColumns = (expected: ExpectedTable, columns: readonly Column[], known: ReadonlySet<string>): Problem[] =>
  columns
    .filter(({ name }) => !known.has(name))
    .map(({ name, needsValue }) =>
      problemOf(
        'column_left',
        needsValue ? 'warning' : 'info',
        needsValue
          ? `The table ${expected.table} has a column ${name} that no field of ${expected.model} has and that needs a value: rows that Django adds give it none.`
          : `The table ${expected.table} has a column ${name} that no field of ${expected.model} has.`,
        expected,
      ),
    );

const holdTable = (expected: ExpectedTable, tables: Tables, known: ReadonlySet<string> | null): Problem[] => {
  const columns = tables.columns.get(nameIn(expected.table, tables));
  if (columns === undefined)
    return [
      problemOf(
        'table_missing',
        'error',
        `The database has no table ${expected.table} for ${expected.model}, though every migration of ${expected.app} is recorded as applied.`,
        expected,
      ),
    ];
  if (columns === null) return [];
  return [
    ...missingColumns(expected, columns, tables),
    ...(known === null ? [] : leftColumns(expected, columns, known)),
  ];
};

const fromWorst: readonly Problem['severity'][] = ['error', 'warning', 'info'];

/** What stops queries is told before what is merely left. */
const cut = (app: string, problems: Problem[]): Problem[] => {
  const more = problems.length - toldOfApp;
  if (more <= 0) return problems;
  const sorted = problems.toSorted((a, b) => fromWorst.indexOf(a.severity) - fromWorst.indexOf(b.severity));
  const severity = sorted[toldOfApp]?.severity ?? 'info';
  const what = more === 1 ? `1 more table or column of ${app} is` : `${more} more tables and columns of ${app} are`;
  const message = `${what} not as its models have ${more === 1 ? 'it' : 'them'}.`;
  return [...sorted.slice(0, toldOfApp), { code: 'tables_differ', severity, message, file: null, line: null }];
};

/** A name that says more than a table, as `"schema"."table"` does, is not looked for. */
const isPlain = ({ table }: ExpectedTable): boolean => !/["'`.[\]]/.test(table);

/** Columns of a table by all models that have it; null where one of them may have more. */
const knownColumns = (expected: readonly ExpectedTable[], tables: Tables): Map<string, ReadonlySet<string> | null> =>
  new Map(
    [...Map.groupBy(expected, ({ table }) => nameIn(table, tables))].map(([table, sharing]) => [
      table,
      sharing.every(({ isWhole }) => isWhole)
        ? new Set(sharing.flatMap(({ columns }) => columns.map(({ column }) => nameIn(column, tables))))
        : null,
    ]),
  );

export const holdTables = (
  expected: readonly ExpectedTable[],
  tables: Tables,
  apps: readonly MigrationApp[],
  unclear: ReadonlySet<string>,
): Held => {
  const settled = new Set(apps.filter((app) => isSettled(app, unclear)).map(({ label }) => label));
  const held = expected.filter((each) => each.isManaged && settled.has(each.app) && isPlain(each));
  const known = knownColumns(expected, tables);
  const byApp = Map.groupBy(held, ({ app }) => app);
  const problems = [...byApp].flatMap(([app, ofApp]) =>
    cut(
      app,
      ofApp.flatMap((each) => holdTable(each, tables, known.get(nameIn(each.table, tables)) ?? null)),
    ),
  );
  return { count: new Set(held.map(({ table }) => nameIn(table, tables))).size, problems };
};

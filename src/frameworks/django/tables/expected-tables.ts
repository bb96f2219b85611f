/** The tables that the models of a project need, as its text tells them or as the project itself does. */
import type { Model, SourceRef } from '../../../contract/index.ts';
import { isSequence } from '../../../python/index.ts';
import type { ReadModel } from '../models/model.ts';
import type { LiveData, LiveModel } from '../probe/live.ts';
import type { DjangoProject } from '../project/project.ts';

export type ExpectedColumn = { column: string; field: string };

export type ExpectedTable = {
  /** `app_label.Class` */
  model: string;
  app: string;
  table: string;
  columns: readonly ExpectedColumn[];
  /** That these are all is certain. */
  isWhole: boolean;
  /** Its table is made and changed by migrations. */
  isManaged: boolean;
  source: SourceRef | null;
};

const columnsOf = (fields: readonly { name: string; column: string | null }[]): ExpectedColumn[] =>
  fields.flatMap(({ name, column }) => (column === null ? [] : { column, field: name }));

/** Of a class of its own a field may have no column at all, which only the running project tells. */
const readColumns = ({ localFields }: ReadModel): ExpectedColumn[] =>
  columnsOf(localFields.filter(({ own, djangoClass }) => own === null && djangoClass !== null));

const isWhole = ({ unsure, isOpen, isKeyOpen, mayHave, localFields }: ReadModel): boolean =>
  !unsure &&
  !isOpen &&
  !isKeyOpen &&
  mayHave === null &&
  localFields.every(({ own, djangoClass }) => own === null && djangoClass !== null);

/** Routers send models to other databases; what they do is code. */
const hasRouters = ({ settings }: DjangoProject): boolean => {
  const routers = settings.values.get('DATABASE_ROUTERS');
  return routers !== undefined && !(isSequence(routers) && routers.items.length === 0);
};

/** null where it cannot be told which models the database is to have. */
export const tablesOfText = (project: DjangoProject, models: readonly ReadModel[]): ExpectedTable[] | null => {
  if (hasRouters(project) || !project.settings.resolved) return null;
  return models.flatMap((model) => {
    const { id, app, table, abstract, proxy, swapped, source } = model;
    if (table === null || abstract || proxy || swapped !== null) return [];
    // Of one that code may have changed, nobody knows which fields are left.
    const isManaged = model.managed && !model.unsure && !model.isOpen;
    return { model: id, app, table, columns: readColumns(model), isWhole: isWhole(model), isManaged, source };
  });
};

const isOwn =
  ({ id }: LiveModel, without: ReadonlySet<string>) =>
  ({ name, holder }: LiveModel['fields'][number]): boolean =>
    holder === id && !without.has(`${id}.${name}`);

/** `shown`: the same models, with their place in the text. */
export const tablesOfLive = ({ models, migrations }: LiveData, shown: readonly Model[]): ExpectedTable[] | null => {
  const told = migrations?.tables;
  if (told == null) return null;
  const [elsewhere, without] = [new Set(told.elsewhere), new Set(told.without_column)];
  const sources = new Map(shown.map(({ id, source }) => [id, source]));
  return models.flatMap((model) => {
    const { id, app, table, proxy, managed, swapped, fields } = model;
    if (proxy || swapped !== null || elsewhere.has(id)) return [];
    const columns = columnsOf(fields.filter(isOwn(model, without)));
    return { model: id, app, table, columns, isWhole: true, isManaged: managed, source: sources.get(id) ?? null };
  });
};

/** Schemas of any size, always the same for the same numbers: for tests, benchmarks and pictures. */
import type { AppFacts, Field, Model, Relation, SchemaDetail } from '../../src/contract/index.ts';

export type Wanted = { apps: number; models: number; relations: number; seed?: number };

const appWords = [
  'accounts',
  'billing',
  'catalog',
  'delivery',
  'events',
  'forum',
  'gallery',
  'hiring',
  'inventory',
  'journal',
];
const nounWords = [
  'Account',
  'Batch',
  'Course',
  'Document',
  'Entry',
  'Folder',
  'Grant',
  'Holding',
  'Invoice',
  'Job',
  'Key',
  'Label',
  'Member',
  'Note',
  'Order',
  'Person',
  'Quote',
  'Report',
  'Shipment',
  'Ticket',
  'Upload',
  'Vendor',
  'Warehouse',
  'Zone',
];
const kindWords = ['', 'Line', 'Status', 'History', 'Tag', 'Comment', 'Rule', 'Group', 'Setting'];
const plainFields: [string, string][] = [
  ['name', 'CharField'],
  ['slug', 'SlugField'],
  ['created_at', 'DateTimeField'],
  ['is_active', 'BooleanField'],
  ['amount', 'DecimalField'],
  ['description', 'TextField'],
];

/** Park–Miller: small, and the same everywhere. */
const randomFrom = (seed: number) => {
  let state = seed;
  return () => {
    state = (state * 16807) % 2147483647;
    return state / 2147483647;
  };
};

export const generateSchema = ({ apps, models, relations, seed = 7 }: Wanted): SchemaDetail => {
  const random = randomFrom(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const labels = Array.from({ length: apps }, (_, index) => {
    const word = appWords[index % appWords.length] as string;
    return index < appWords.length ? word : `${word}_${Math.floor(index / appWords.length) + 1}`;
  });
  const list: Model[] = [];
  for (let index = 0; index < models; index += 1) {
    const app = labels[index % apps] as string;
    const turn = Math.floor(index / apps);
    const noun = nounWords[(turn + (index % apps)) % nounWords.length] as string;
    const kind = kindWords[Math.floor(turn / nounWords.length) % kindWords.length] as string;
    const round = Math.floor(turn / (nounWords.length * kindWords.length));
    list.push(
      makeModel(app, `${noun}${kind}${round === 0 ? '' : round + 1}`, index, Math.floor(random() * plainFields.length)),
    );
  }
  const byApp = Map.groupBy(list, (model) => model.app);
  for (let index = 0; index < relations; index += 1) {
    const from = pick(list);
    // Most relations stay in their app; of the others most go to a few hubs, as to a user or a tenant.
    const draw = random();
    const to = draw < 0.7 ? pick(byApp.get(from.app) ?? list) : draw < 0.9 ? pick(list.slice(0, 12)) : pick(list);
    const kind = random() < 0.12 ? 'many_to_many' : random() < 0.1 ? 'one_to_one' : 'foreign_key';
    from.fields.push(relationField(`${to.name.toLowerCase()}_${from.fields.length}`, to.id, kind, random() < 0.3));
  }
  return detailOf(list, labels);
};

const makeModel = (app: string, name: string, index: number, plain: number): Model => ({
  id: `${app}.${name}`,
  name,
  app,
  kind: 'model',
  own: true,
  table: `${app}_${name.toLowerCase()}`,
  bases: ['django.db.models.Model'],
  ordering: [],
  constraints: [],
  indexes: [],
  unique_together: [],
  composite_key: [],
  fields: [
    field('id', 'BigAutoField', { primary_key: true, unique: true, implicit: true }),
    ...plainFields.slice(0, plain + 1).map(([fieldName, type]) => field(fieldName, type)),
  ],
  source: { file: `${app}/models.py`, line: 10 + index },
});

export const field = (name: string, type: string, more: Partial<Field> = {}): Field => ({
  name,
  type,
  column: name,
  null: false,
  primary_key: false,
  unique: false,
  implicit: false,
  inherited_from: null,
  relation: null,
  source: null,
  ...more,
});

const types = {
  foreign_key: ['ForeignKey', 'n:1'],
  one_to_one: ['OneToOneField', '1:1'],
  many_to_many: ['ManyToManyField', 'n:m'],
  generic: ['GenericRelation', '1:n'],
} as const;

export const relationField = (
  name: string,
  target: string | null,
  kind: Relation['kind'],
  nullable = false,
  more: Partial<Relation> = {},
): Field =>
  field(name, types[kind][0], {
    null: nullable,
    column: kind === 'many_to_many' || kind === 'generic' ? null : `${name}_id`,
    relation: {
      kind,
      target,
      cardinality: types[kind][1],
      through: null,
      on_delete: kind === 'foreign_key' || kind === 'one_to_one' ? 'CASCADE' : null,
      related_name: null,
      parent_link: false,
      to_field: null,
      ...more,
    },
  });

export const model = (id: string, fields: Field[] = [], more: Partial<Model> = {}): Model => {
  const [app = '', name = ''] = id.split('.');
  return {
    ...makeModel(app, name, 0, -1),
    fields: fields.length === 0 ? makeModel(app, name, 0, -1).fields : fields,
    ...more,
  };
};

export const detailOf = (
  models: Model[],
  labels?: readonly string[],
  more: Partial<SchemaDetail> = {},
): SchemaDetail => ({
  provenance: { source: 'static', read_at: '2026-11-15T02:00:00.000Z', note: null },
  project: {
    settings_module: 'config.settings',
    django_version: '4.2.16',
    django_version_source: 'requirements.txt',
    python_version: '3.12',
    auth_user_model: 'auth.User',
    default_auto_field: 'django.db.models.BigAutoField',
    databases: [],
    readme: null,
  },
  apps: [...new Set(labels ?? models.map((one) => one.app))].map((label): AppFacts => {
    const own = models.some((one) => one.app === label && one.own);
    return {
      label,
      name: own ? label : `django.contrib.${label}`,
      own,
      path: own ? label : null,
      models: models.filter((one) => one.app === label).length,
      has_migrations: true,
    };
  }),
  models,
  differences: [],
  problems: [],
  ...more,
});

/** What code asks of the databases of a project before it decides something: which kind they are. */
import { isA, referenceTo, type Value } from '../../../python/index.ts';
import { instance } from './model-class/fields/model-fields.ts';
import type { WorldState } from './world-state.ts';

const vendors: Readonly<Record<string, string>> = {
  postgresql: 'postgresql',
  postgresql_psycopg2: 'postgresql',
  postgis: 'postgresql',
  sqlite3: 'sqlite',
  spatialite: 'sqlite',
  mysql: 'mysql',
  oracle: 'oracle',
};

const engineOf = ({ settings }: WorldState, alias: string): Value | undefined => {
  const databases = settings.get('DATABASES');
  const database = isA(databases, 'dict') ? databases.entries.get(alias) : undefined;
  return isA(database, 'dict') ? database.entries.get('ENGINE') : undefined;
};

/** By the engines that Django brings along. */
const vendorOf = (state: WorldState, alias: string): string | undefined => {
  const engine = engineOf(state, alias);
  const kind = typeof engine === 'string' ? /^django\.(?:contrib\.gis\.)?db\.backends\.(\w+)$/.exec(engine)?.[1] : '';
  return vendors[kind ?? ''];
};

/** `connection.settings_dict["ENGINE"]`; of what else is in there Django fills in more than the settings say. */
const ENGINE = /^django\.db\.connection(?:s\["([^"]*)"\])?\.settings_dict\["ENGINE"\]$/;

/** `connection.vendor`, and `connections["other"]`, which knows its own. */
export const connectionNamed = (state: WorldState, name: string): Value | undefined => {
  if (!name.startsWith('django.db.')) return undefined;
  if (name === 'django.db.connection.vendor') return vendorOf(state, 'default');
  if (name === 'django.db.connection.alias') return 'default';
  const engine = ENGINE.exec(name);
  if (engine !== null) return engineOf(state, engine[1] ?? 'default');
  const alias = /^django\.db\.(?:utils\.)?connections\["([^"]*)"\]$/.exec(name)?.[1];
  const vendor = alias === undefined ? undefined : vendorOf(state, alias);
  if (alias === undefined || vendor === undefined) return undefined;
  const told: [string, Value][] = [
    ['alias', alias],
    ['vendor', vendor],
    ['settings_dict', referenceTo(`django.db.connections["${alias}"].settings_dict`)],
  ];
  return instance('django.db.backends.base.base.BaseDatabaseWrapper', new Map(told));
};

/** Entries of `DATABASES` that are written as URLs: dj-database-url, and what readers of the environment make of one. */
import { type Arguments, dictOf, unknown, type Value, type World } from '../../../python/index.ts';

const gis = 'django.contrib.gis.db.backends';

/** Those on which the packages agree; of others the backend depends on the version of the package. */
const engines: Readonly<Record<string, string>> = {
  sqlite: 'django.db.backends.sqlite3',
  sqlite3: 'django.db.backends.sqlite3',
  spatialite: `${gis}.spatialite`,
  postgres: 'django.db.backends.postgresql',
  postgresql: 'django.db.backends.postgresql',
  psql: 'django.db.backends.postgresql',
  pgsql: 'django.db.backends.postgresql',
  postgis: `${gis}.postgis`,
  mysql: 'django.db.backends.mysql',
  mysql2: 'django.db.backends.mysql',
  mysqlgis: `${gis}.mysql`,
  oracle: 'django.db.backends.oracle',
  oraclegis: `${gis}.oracle`,
  cockroachdb: 'django_cockroachdb',
  cockroach: 'django_cockroachdb',
  redshift: 'django_redshift_backend',
};

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** `sqlite:///x` is relative, `sqlite:////x` absolute, `sqlite://:memory:` no file. `given`: the backend that is asked for whatever the URL says. */
export const databaseOf = (url: string, given?: Value): Value => {
  const [, scheme = '', rest = ''] = /^([\w+-]+):\/\/(.*)$/s.exec(url) ?? [];
  const engine = typeof given === 'string' && given !== '' ? given : engines[scheme.replace(/\+.*/, '')];
  if (scheme === '' || engine === undefined) return unknown('a database URL could not be read');
  if (scheme.startsWith('sqlite') || scheme === 'spatialite') {
    const [name = ''] = rest.replace(/^\//, '').split('?');
    return dictOf([
      ['ENGINE', engine],
      ['NAME', name === '' || rest === ':memory:' ? ':memory:' : decode(name)],
    ]);
  }
  const [, user = '', password = '', host = '', port = '', name = ''] =
    /^(?:([^:@/]*)(?::([^@/]*))?@)?([^:/?]*)(?::(\d+))?(?:\/([^?]*))?/.exec(rest) ?? [];
  return dictOf([
    ['ENGINE', engine],
    ['NAME', decode(name)],
    ['USER', decode(user)],
    ['PASSWORD', decode(password)],
    ['HOST', decode(host)],
    ['PORT', port],
  ]);
};

/** `dj_database_url.config(env, default, engine)` */
export const databaseConfig = ({ args, keywords }: Arguments, world: World): Value => {
  const variable = keywords.get('env') ?? args[0] ?? 'DATABASE_URL';
  const url = typeof variable === 'string' ? world.environment(variable) : undefined;
  const value = url ?? keywords.get('default') ?? args[1];
  return typeof value === 'string'
    ? databaseOf(value, keywords.get('engine') ?? args[2])
    : unknown('the database is named by an environment variable');
};

/** `dj_database_url.parse(url, engine)`, `Env.db_url_config(url, engine)` */
export const databaseFromUrl = ({ args: [url, engine], keywords }: Arguments): Value | undefined =>
  typeof url === 'string' ? databaseOf(url, keywords.get('engine') ?? engine) : undefined;

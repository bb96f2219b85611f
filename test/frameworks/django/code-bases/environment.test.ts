/** Settings from the environment: what is read on a clone is what python-dotenv, django-environ and environs themselves read there. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { readProject } from '../../../../src/frameworks/django/project/read-project.ts';
import { inputFor, writeProject } from '../throwaway.ts';

const settings = (code: string): string => `
import os
from pathlib import Path
BASE_DIR = Path(__file__).resolve().parent.parent
INSTALLED_APPS = ["django.contrib.auth"]
${code}
`;

const read = (context: TestContext, code: string, files: Record<string, string> = {}) => {
  const root = writeProject(context, { 'proj/settings.py': settings(code), ...files });
  const { settings: found, databases, problems, secrets } = readProject(inputFor(root, { sitePackages: [] }));
  const apps = found.values.get('INSTALLED_APPS') as { items: unknown[] };
  return {
    apps: apps.items.slice(1),
    databases: databases.map(({ alias, engine, name }) => `${alias}: ${engine} ${name.replace(`${root}/`, '')}`),
    secrets,
    problems: problems.filter(({ code: kind }) => kind !== 'app_not_found').map(({ message }) => message),
  };
};

const from = (name: string): string =>
  `DATABASES = {"default": {"ENGINE": "django.db.backends.postgresql", "NAME": ${name}}}`;

/** Which of two files each loader takes when it is told none, from the folder of the settings. */
const asked: readonly (readonly [code: string, beside: string, above: string])[] = [
  ['from dotenv import load_dotenv\nload_dotenv()', 'beside', 'above'],
  ['from dotenv import find_dotenv, load_dotenv\nload_dotenv(find_dotenv())', 'beside', 'above'],
  ['from dotenv import find_dotenv, load_dotenv\nload_dotenv(find_dotenv(usecwd=True))', 'above', 'above'],
  ['from environs import Env\nEnv().read_env()', 'beside', 'above'],
  ['import environ\nenviron.Env.read_env()', 'beside', 'nobody'],
  ['import environ\nenv = environ.Env()\nenv.read_env()', 'beside', 'nobody'],
];

test('a loader that is told no file takes the one beside the settings; all but django-environ look above it, too', (context) => {
  for (const [code, beside, above] of asked) {
    const text = `${code}\n${from('os.environ.get("WHO", "nobody")')}`;
    const both = { 'proj/.env': 'WHO=beside\n', '.env': 'WHO=above\n' };
    assert.match(read(context, text, both).databases.join(), new RegExp(` ${beside}$`), code);
    assert.match(read(context, text, { '.env': both['.env'] }).databases.join(), new RegExp(` ${above}$`), code);
  }
});

test('a file of another name, one that overrides, one that is only looked into, and values made of others', (context) => {
  const found = read(
    context,
    `
from dotenv import dotenv_values, find_dotenv, load_dotenv
load_dotenv(find_dotenv(".env.local"))
load_dotenv(BASE_DIR / ".env.shared", override=True)
load_dotenv(some_path_that_nobody_knows())
INSTALLED_APPS += dotenv_values(".env.apps")["APPS"].split(",")
DATABASES = {"default": {"ENGINE": os.environ["ENGINE"], "NAME": os.environ["URL"] + os.getenv("APPS", "")}}
`,
    {
      '.env': 'ENGINE=wrong\nURL=wrong\n',
      '.env.local': 'ENGINE=local\nHOST=h\n',
      '.env.shared': `ENGINE=django.db.backends.mysql\nNAME=shop\nURL=\${HOST}/\${NAME}/\${ABSENT:-x}\${ABSENT}\n`,
      '.env.apps': 'APPS=core,shop\n',
    },
  );
  assert.deepEqual(found.databases, ['default: django.db.backends.mysql h/shop/x']);
  assert.deepEqual(found.apps, ['core', 'shop']);
});

test('python-dotenv reads a value in quotes over several lines and takes its escapes; what it holds is no variable', (context) => {
  const file = String.raw`A_KEY="first
NAME=inner
last\"quote" # a comment
export SECRET='sign\'s
end'
TOKEN="tab\there"
OPEN="never closed
NAME=outer
`;
  const { databases, secrets } = read(
    context,
    `from dotenv import load_dotenv\nload_dotenv()\n${from('os.environ["NAME"]')}`,
    {
      '.env': file,
    },
  );
  assert.deepEqual(databases, ['default: django.db.backends.postgresql outer']);
  assert.deepEqual(secrets, ['first\nNAME=inner\nlast"quote', "sign's\nend", 'tab\there']);
});

test('a backslash in double quotes is no part of what django-environ reads, and one of python-decouple is', (context) => {
  const file = String.raw`NAME="pa\"y\$\\1"
SECRET_KEY='si\ngle\"'
TOKEN="line\nend"
`;
  const loaders = {
    'import environ\nenviron.Env.read_env(BASE_DIR / ".env")': String.raw`pa"y$\1`,
    'from decouple import config\nconfig("SECRET_KEY")': String.raw`pa\"y\$\\1`,
  };
  for (const [code, name] of Object.entries(loaders)) {
    const given = code.startsWith('import') ? 'os.environ["NAME"]' : 'config("NAME")';
    const { databases, secrets } = read(context, `${code}\n${from(given)}`, { '.env': file });
    assert.deepEqual(databases, [`default: django.db.backends.postgresql ${name}`]);
    assert.deepEqual(secrets, [String.raw`si\ngle\"`, String.raw`line\nend`]);
  }
});

test('names that environs puts a prefix before, and a default that stands second', (context) => {
  const found = read(
    context,
    `
from environs import Env
env = Env()
env.read_env()
with env.prefixed("APP_"):
    with env.prefixed("DB_") as inner:
        DATABASES = {"default": {"ENGINE": env("ENGINE", "django.db.backends.mysql"), "NAME": inner.str("NAME")}}
    INSTALLED_APPS += env.list("MORE", [])
INSTALLED_APPS += env.list("MORE", ["plain"])
`,
    { '.env': 'APP_DB_NAME=shop\nAPP_MORE=core\n' },
  );
  assert.deepEqual(found, {
    apps: ['core', 'plain'],
    databases: ['default: django.db.backends.mysql shop'],
    secrets: [],
    problems: [],
  });
});

test('databases as URLs: the backend that is asked for counts, and a URL is never taken for a variable', (context) => {
  const found = read(
    context,
    `
import dj_database_url, environ
env = environ.Env()
tenants = "django_tenants.postgresql_backend"
DATABASES = {
    "default": env.db(default=f"sqlite:///{BASE_DIR}/db.sqlite3"),
    "b": dj_database_url.parse("postgres://u:p@h/b", engine=tenants),
    "c": dj_database_url.config("C_URL", default="cockroach://u:p@h/c"),
    "d": dj_database_url.config(default="postgres://u:p@h/d", engine=tenants),
    "e": env.db_url_config("psql://u:hidden@h:1/e"),
    "f": env.db_url_config(os.environ.get("F_URL")),
}
`,
  );
  assert.deepEqual(found.databases, [
    'default: django.db.backends.sqlite3 db.sqlite3',
    'b: django_tenants.postgresql_backend b',
    'c: django_cockroachdb c',
    'd: django_tenants.postgresql_backend d',
    'e: django.db.backends.postgresql e',
  ]);
  assert.deepEqual(found.problems, [
    'The database f could not be told from the text; it may be named by an environment variable.',
  ]);
});

test('a settings class of pydantic takes what the environment or its file says, and its secrets are kept', (context) => {
  const files = (env: string) => ({
    '.env': env,
    'proj/conf.py': `
from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict
class Common(BaseSettings):
    debug: bool = False
    api_token: str = ""
class Settings(Common):
    model_config = SettingsConfigDict(env_file=".env", env_prefix="APP_")
    db_name: str = Field(default="plain")
    port: int = 5432
    hosts: list[str] = ["a"]
    @property
    def database(self) -> dict:
        return {"ENGINE": "django.db.backends.postgresql", "NAME": f"{self.db_name}-{self.port}"}
conf = Settings()
`,
  });
  const code = `
from .conf import conf
INSTALLED_APPS += ["tools"] if conf.debug else []
DATABASES = {"default": conf.database}
HOSTS = conf.hosts
`;
  const plain = read(context, code, files('DB_NAME=other\n'));
  assert.deepEqual([plain.apps, plain.databases], [[], ['default: django.db.backends.postgresql plain-5432']]);
  const set = read(context, code, files('APP_DB_NAME=shop\napp_debug=true\nAPP_PORT=1\nAPP_API_TOKEN=tok-98765\n'));
  assert.deepEqual([set.apps, set.databases], [['tools'], ['default: django.db.backends.postgresql shop-1']]);
  assert.deepEqual(set.secrets, ['tok-98765']);
});

test('settings that hand over to dynaconf say that it may replace them', (context) => {
  const code = `import dynaconf\nsettings = dynaconf.DjangoDynaconf(__name__)`;
  assert.match(read(context, code).problems.join(), /hand over to dynaconf, .* may replace any setting/);
});

test('django-split-settings includes each file once, also by its whole path, and says what lies outside', (context) => {
  const found = read(
    context,
    `
from split_settings.tools import include, optional
LOCAL = str(BASE_DIR / "local" / "settings.dev.py")
include("parts/apps.py", "parts/*.py", optional(LOCAL), optional("/etc/shop/*.py"))
`,
    {
      'proj/parts/apps.py': 'INSTALLED_APPS += ["core"]\n',
      'proj/parts/database.py': from('"shop"'),
      'local/settings.dev.py': 'DATABASES["default"]["NAME"] = "dev"\n',
    },
  );
  assert.deepEqual(found.apps, ['core']);
  assert.deepEqual(found.databases, ['default: django.db.backends.postgresql dev']);
  assert.match(found.problems.join(), /outside the workspace, which are not read: \/etc\/shop\/\*\.py\./);
});

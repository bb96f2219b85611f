/** The Python with Django that the tests use: the one that set-up found, or, for a test file run by itself, the sample's or the system's. */
import { cpSync, existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findInterpreter } from '../src/runner/interpreter/find.ts';

const ofSample = fileURLToPath(new URL('../samples/atlas/.venv/bin/python', import.meta.url));

export const djangoPython = process.env.INSPECTOR_TEST_PYTHON || (existsSync(ofSample) ? ofSample : '/usr/bin/python3');

const finding = await findInterpreter('/', djangoPython, homedir());
if ('problem' in finding) throw new Error(finding.problem);

/** The same, as the runner is given it. */
export const djangoInterpreter = finding.found;
/** Of what it has installed, e.g. 5.2. */
export const djangoVersion = Number.parseFloat(djangoInterpreter.djangoVersion ?? '');

/** Give this as `skip`: a Python without a driver for PostgreSQL says so instead of failing. */
export const noPsycopg: string | false = djangoInterpreter.sitePackages.some((folder) =>
  existsSync(join(folder, 'psycopg2')),
)
  ? false
  : 'no psycopg2 for the Python of the tests';

/** Gives another environment this Django: a copy, since what lies outside of it is not shown in the sandbox. With its times, or Python would compile it for every run. */
export const copyDjangoInto = (packages: string): void => {
  for (const name of ['django', 'asgiref', 'sqlparse', 'pytz']) {
    const installed = djangoInterpreter.sitePackages.map((folder) => join(folder, name)).find(existsSync);
    if (installed) cpSync(installed, join(packages, name), { recursive: true, preserveTimestamps: true });
  }
};

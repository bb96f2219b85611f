import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { type Machine, makeMachine, runDjangoPython } from './machine.ts';

let machine: Machine;
beforeEach(() => {
  machine = makeMachine();
});
afterEach(() => machine.remove());

const setUp = ['scripts/setup.mjs'];
const withTests = [...setUp, '--tests'];
const isDebianRoot = process.getuid?.() === 0 && existsSync('/etc/debian_version');

test('a machine that has everything is told so, a line for each part, and nothing is installed', async () => {
  machine.giveEverything();
  machine.script('npm', 'echo npm was called >&2; exit 1');
  const { code, stdout, stderr } = await machine.run(withTests, { CI: 'true' });
  assert.equal(code, 0, stderr);
  assert.equal(stdout, '');
  const names = stderr
    .trim()
    .split('\n')
    .map((line) => line.split(' ')[0]);
  assert.deepEqual(names, ['packages', 'node', 'python', 'sandbox', 'browser', 'git', 'postgres', 'psycopg']);
  assert.match(stderr, /Python 3\.\S+ with Django \d/);
});

test('a start does not ask for what only the tests need', async () => {
  machine.giveEverything();
  const { stderr } = await machine.run(setUp);
  assert.doesNotMatch(stderr, /browser|git|postgres|psycopg/);
});

test('without Python set-up goes on, and says which feature is off and how to get it', async () => {
  machine.script('bwrap', 'echo bubblewrap 0.8.0');
  const { code, stderr } = await machine.run(setUp);
  assert.equal(code, 0);
  assert.match(stderr, /python +a Python with Django .* not found/);
  assert.match(stderr, /off: the sample project has no database/);
  assert.match(stderr, /to get it: \S+/);
});

test('with CI=true a missing part fails the run and is named', async () => {
  const { code, stderr } = await machine.run(withTests, { CI: 'true' });
  assert.equal(code, 1);
  // Where Debian keeps PostgreSQL no PATH leads: it may be there.
  assert.match(stderr, /CI=true, and missing: python, sandbox, browser, git, (postgres, )?psycopg\./);
  assert.doesNotMatch(stderr, /at .*\.mjs:\d/, 'no stack trace for a missing part');
});

test('bubblewrap that may not make namespaces counts as missing, with the remedy for its reason', async () => {
  machine.giveEverything();
  machine.script('bwrap', 'echo "bwrap: setting up uid map: Permission denied" >&2; exit 1');
  const { code, stderr } = await machine.run(setUp, { CI: 'true' });
  assert.equal(code, 1);
  assert.match(stderr, /may not make namespaces: bwrap: setting up uid map/);
  assert.match(stderr, /bwrap-userns-restrict/);
});

test('a Python without Django before one with it on the PATH does not hide it', async () => {
  machine.script('python3', 'exit 1');
  machine.script('python', runDjangoPython);
  const { stderr } = await machine.run(setUp);
  assert.match(stderr, /with Django \d\S+ \(\S+\/python\)/);
});

/** Answers as Python does: a venv is made by copying itself, pip ends as told. */
function pythonWithoutDjango(pip: string): string {
  return [
    'case "$*" in',
    `  "-m venv "*) /bin/mkdir -p "$3/bin" && /bin/cp "$0" "$3/bin/python" ;;`,
    `  *pip*) ${pip} ;;`,
    `  *import*) case "$0" in *.venv*) test -e "$0.django" && echo 3.12.1 5.2.1 ;; *) exit 1 ;; esac ;;`,
    'esac',
  ].join('\n');
}

test('where pip works the sample gets a venv of its own', async () => {
  machine.script('bwrap', 'echo bubblewrap 0.8.0');
  machine.script('python3', pythonWithoutDjango('echo > "$0.django"'));
  const { code, stderr } = await machine.run(setUp, { CI: 'true' });
  assert.equal(code, 0, stderr);
  assert.match(stderr, /Python 3\.12\.1 with Django 5\.2\.1 \(\S+samples\/atlas\/\.venv\/bin\/python\)/);
});

test('where pip fails no half venv stays behind', async () => {
  machine.script('python3', pythonWithoutDjango('exit 1'));
  const { stderr } = await machine.run(setUp);
  assert.match(stderr, /making a venv/);
  assert.match(stderr, /off: the sample project/);
  assert.equal(existsSync(join(machine.root, 'samples/atlas/.venv')), false);
});

test('as root on Debian what is still missing comes from apt-get, in one call', { skip: !isDebianRoot }, async () => {
  const bin = join(machine.root, '.machine');
  const calls = join(machine.root, 'apt-calls');
  machine.script('.python3', runDjangoPython);
  machine.script(
    'apt-get',
    `echo "$*" >> '${calls}'; case "$*" in *install*) cd '${bin}' && /bin/mv .python3 python3 &&
     printf '#!/bin/sh\\necho bubblewrap 0.8.0\\n' > bwrap && /bin/chmod 755 bwrap ;; esac`,
  );
  const { code, stderr } = await machine.run(setUp, { CI: 'true' });
  assert.equal(code, 0, stderr);
  assert.match(
    readFileSync(calls, 'utf8'),
    /^-qq update\n-qq -y --no-install-recommends install python3-django bubblewrap\n$/,
  );
});

test('an apt-get that fails is reported with its reason, and set-up goes on', { skip: !isDebianRoot }, async () => {
  machine.script('apt-get', 'echo "E: Unable to locate package" >&2; exit 100');
  const { code, stderr } = await machine.run(setUp);
  assert.equal(code, 0);
  assert.match(stderr, /apt-get +ended with 100\. E: Unable to locate package/);
  assert.match(stderr, /off: commands are refused/);
});

test('a release that does not have the small Chromium gets the whole one', { skip: !isDebianRoot }, async () => {
  const bin = join(machine.root, '.machine');
  machine.giveEverything();
  rmSync(join(bin, 'chromium'));
  machine.script(
    'apt-get',
    `case "$*" in *headless-shell*) echo "E: Unable to locate package" >&2; exit 100 ;; *install*)
     printf '#!/bin/sh\\n' > '${bin}/chromium' && /bin/chmod 755 '${bin}/chromium' ;; esac`,
  );
  const { code, stderr } = await machine.run(withTests, { CI: 'true' });
  assert.equal(code, 0, stderr);
  assert.match(stderr, /^browser +\S+\/chromium$/m);
});

/** An npm that installs what the lock file asks for, as far as set-up looks, with `node` as its Node 24. */
function fakeNpm(on: Machine, { install, rebuild }: { install: string; rebuild: string }): string {
  const calls = join(on.root, 'npm-calls');
  on.script('node24', 'echo v24.21.0');
  on.script('node20', 'echo v20.19.0');
  const place = (name: string) =>
    `/bin/mkdir -p node_modules/.bin && /bin/ln -sf ../../.machine/${name} node_modules/.bin/node`;
  on.script(
    'npm',
    `echo "$1 $2" >> '${calls}'
     case "$1" in
       install) ${place(install)} && /bin/cp package-lock.json node_modules/.package-lock.json ;;
       rebuild) ${place(rebuild)} ;;
     esac`,
  );
  return calls;
}

test('a fresh clone gets its packages and Node 24 first', async () => {
  const fresh = makeMachine({ packages: false });
  try {
    fresh.giveEverything();
    const calls = fakeNpm(fresh, { install: 'node24', rebuild: 'node24' });
    const { code, stderr } = await fresh.run(setUp);
    assert.equal(code, 0, stderr);
    assert.match(stderr, /packages +installing with npm \(node_modules is missing\)/);
    assert.match(stderr, /node +v24\.21\.0 from npm/);
    assert.equal(readFileSync(calls, 'utf8'), 'install --no-save\n');
  } finally {
    fresh.remove();
  }
});

test('a Node 24 that the install left out is fetched by npm rebuild', async () => {
  const fresh = makeMachine({ packages: false });
  try {
    fresh.giveEverything();
    const calls = fakeNpm(fresh, { install: 'node20', rebuild: 'node24' });
    const { code, stderr } = await fresh.run(setUp);
    assert.equal(code, 0, stderr);
    assert.match(stderr, /node +v24\.21\.0 from npm/);
    assert.equal(readFileSync(calls, 'utf8'), 'install --no-save\nrebuild node\n');
  } finally {
    fresh.remove();
  }
});

test('a package that the lock file names anew makes the installed ones stale', async () => {
  const fresh = makeMachine({ packages: false });
  try {
    fresh.giveEverything();
    const calls = fakeNpm(fresh, { install: 'node24', rebuild: 'node24' });
    const lock = JSON.parse(readFileSync(join(fresh.root, 'package-lock.json'), 'utf8'));
    lock.packages['node_modules/fastify'].version = '0.0.1';
    mkdirSync(join(fresh.root, 'node_modules'));
    writeFileSync(join(fresh.root, 'node_modules/.package-lock.json'), JSON.stringify(lock));
    const { stderr } = await fresh.run(setUp);
    assert.match(stderr, /installing with npm \(fastify 5\.\S+ is missing\)/);
    assert.match(readFileSync(calls, 'utf8'), /^install /);
  } finally {
    fresh.remove();
  }
});

test('a linked node_modules is never emptied by an install', async () => {
  const lock = join(machine.root, 'package-lock.json');
  const changed = JSON.parse(readFileSync(lock, 'utf8'));
  changed.packages['node_modules/fastify'].version = '0.0.1';
  writeFileSync(lock, JSON.stringify(changed));
  machine.script('npm', `echo > '${join(machine.root, 'npm-was-called')}'`);
  const { code, stderr } = await machine.run(setUp);
  assert.equal(code, 1);
  assert.match(stderr, /node_modules is a link: run npm install in the folder it points to/);
  assert.equal(existsSync(join(machine.root, 'npm-was-called')), false);
});

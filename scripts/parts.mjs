/** The parts that make features work but come from outside npm: how each is found, had, and missed. */
import { readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ask, findAll, findFirst, isProgram, root, say, systemFamily } from './machine.mjs';

const sample = join(root, 'samples', 'atlas');
const venv = join(sample, '.venv');
const venvPython = process.platform === 'win32' ? join(venv, 'Scripts', 'python.exe') : join(venv, 'bin', 'python');

/** The system's packages for each part, the best first, for one apt-get call and for the remedies. */
const packagesOf = {
  python: { debian: 'python3-django', fedora: 'python3-django', arch: 'python-django' },
  sandbox: { debian: 'bubblewrap', fedora: 'bubblewrap', arch: 'bubblewrap' },
  // Chromium without its own windows and menus: the browser tests take a sixth less processor time. Older releases have it whole only.
  browser: {
    debian: ['chromium-headless-shell', 'chromium'],
    fedora: 'chromium',
    arch: 'chromium',
    mac: '--cask chromium',
  },
  git: { debian: 'git', fedora: 'git', arch: 'git', mac: 'git' },
  postgres: { debian: 'postgresql', fedora: 'postgresql-server', arch: 'postgresql', mac: 'postgresql@17' },
  psycopg: { debian: 'python3-psycopg2', fedora: 'python3-psycopg2', arch: 'python-psycopg2' },
};

const installers = {
  debian: 'sudo apt-get install',
  fedora: 'sudo dnf install',
  arch: 'sudo pacman -S',
  mac: 'brew install',
};

function installCommand(name) {
  const family = systemFamily();
  const names = packagesOf[name][family];
  return names && `${installers[family]} ${[names].flat().at(-1)}`;
}

/** Into the sample's venv. Short time-outs: where PyPI cannot be reached the next way should get its turn soon. */
function pipInstall(...what) {
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--retries', '0', '--timeout', '10'];
  return ask(venvPython, [...pip, ...what], { timeoutMs: 120_000 });
}

const python = {
  name: 'python',
  title: 'a Python with Django (3.2 to 6.x)',
  off: 'the sample project has no database and no log files, and its commands cannot run',
  remedy: () => installCommand('python') ?? `python3 -m venv "${venv}" && "${venvPython}" -m pip install "Django<7"`,
  async find() {
    const candidates = [venvPython, ...findAll('python3'), ...findAll('python')].filter(isProgram);
    for (const file of candidates) {
      const { code, output } = await ask(file, [
        '-I',
        '-c',
        'import django, platform as p; print(p.python_version(), django.__version__)',
      ]);
      const versions = /^(\S+) (\d+)\.(\d+)(\S*)$/.exec(output);
      if (code !== 0 || !versions) continue;
      const [, pythonVersion, major, minor, rest] = versions;
      const known = Number(major) < 7 && Number(major) + Number(minor) / 10 >= 3.2;
      if (known) return { file, detail: `Python ${pythonVersion} with Django ${major}.${minor}${rest} (${file})` };
    }
    return undefined;
  },
  /** A venv in the sample itself: the service finds it there like that of any project. */
  async make() {
    const base = findFirst('python3', 'python');
    if (!base) return;
    say('python', 'no Django found; making a venv for the sample with pip');
    const made = await ask(base, ['-m', 'venv', venv], { timeoutMs: 60_000 });
    const filled = made.code === 0 && (await pipInstall('-r', join(sample, 'requirements.txt'))).code === 0;
    if (!filled) rmSync(venv, { recursive: true, force: true });
  },
};

const sandbox = {
  name: 'sandbox',
  title: 'bubblewrap',
  off: 'commands are refused, because nothing would hold them (reading projects still works)',
  remedy: () =>
    installCommand('sandbox') ?? 'install bubblewrap (Linux); other systems than Linux and macOS have no sandbox yet',
  async find() {
    if (process.platform === 'darwin') {
      const file = '/usr/bin/sandbox-exec';
      return isProgram(file) ? { file, detail: 'sandbox-exec of macOS' } : undefined;
    }
    const file = findFirst('bwrap');
    if (!file) return undefined;
    const trial = await ask(file, ['--unshare-user', '--unshare-net', '--ro-bind', '/', '/', 'true']);
    if (trial.code === 0) return { file, detail: `${(await ask(file, ['--version'])).output} (${file})` };
    const reason = trial.output.split('\n')[0] || `exit status ${trial.code}`;
    return { problem: `bubblewrap is there, but may not make namespaces: ${reason}`, remedy: namespaceRemedy(reason) };
  },
};

function namespaceRemedy(reason) {
  return /uid map|RTM_NEWADDR/.test(reason)
    ? 'load the AppArmor profile bwrap-userns-restrict (Ubuntu 23.10 and newer: package apparmor-profiles)'
    : 'allow user namespaces: sysctl kernel.unprivileged_userns_clone=1, in a container --security-opt seccomp=unconfined';
}

const browser = {
  name: 'browser',
  title: 'Chromium',
  off: 'the browser tests do not run',
  remedy: () => installCommand('browser') ?? 'install Chromium, Chrome or Edge',
  async find() {
    const apps = ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
      (app) => `/Applications/${app}.app/Contents/MacOS/${app}`,
    );
    const whole = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'];
    const file = findFirst('chromium-headless-shell', ...whole) ?? apps.find(isProgram);
    return file && { file, detail: file };
  },
};

const git = {
  name: 'git',
  title: 'git',
  off: 'the tests on what git keeps and leaves out fail',
  remedy: () => installCommand('git') ?? 'install git',
  async find() {
    const file = findFirst('git');
    return file && { file, detail: file };
  },
};

/** The names in a folder; none where there is no such folder. */
function namesIn(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Where Debian and Homebrew keep each version by itself, off the PATH; the newest first. */
function versionsOfPostgres() {
  const number = (name) => Number(/\d+$/.exec(name)?.[0] ?? 0);
  return ['/usr/lib/postgresql', '/opt/homebrew/opt', '/usr/local/opt'].flatMap((folder) =>
    namesIn(folder)
      .filter((name) => /^(postgresql@)?\d+$/.test(name))
      .sort((a, b) => number(b) - number(a))
      .map((name) => join(folder, name, 'bin', 'postgres')),
  );
}

const postgres = {
  name: 'postgres',
  title: 'PostgreSQL',
  off: 'the tests of the store in PostgreSQL do not run',
  remedy: () => installCommand('postgres') ?? 'install the PostgreSQL server',
  async find() {
    const candidates = [...findAll('postgres'), ...versionsOfPostgres()].filter(isProgram);
    const file = candidates.find((each) => isProgram(join(dirname(each), 'initdb')));
    return file && { file, detail: file };
  },
};

/** Found with the Python that has it. */
const psycopg = {
  name: 'psycopg',
  title: 'psycopg2, for the Python with Django',
  off: 'the tests of Django projects on PostgreSQL do not run',
  remedy: () => installCommand('psycopg') ?? 'python3 -m pip install psycopg2-binary',
  async find() {
    const { file } = (await python.find()) ?? {};
    if (!file) return undefined;
    const { code, output } = await ask(file, ['-I', '-c', 'import psycopg2; print(psycopg2.__version__.split()[0])']);
    return code === 0 ? { file, detail: `psycopg2 ${output} (${file})` } : undefined;
  },
  /** The system's packages are not seen by a venv. */
  async make() {
    if ((await python.find())?.file === venvPython) await pipInstall('psycopg2-binary');
  },
};

/** What each purpose asks for: a project of one's own brings its own Python. */
export const partsFor = {
  start: [python, sandbox],
  'own project': [sandbox],
  tests: [python, sandbox, browser, git, postgres, psycopg],
};

/** The best first. */
export const aptPackages = (part) => [packagesOf[part.name].debian].flat();

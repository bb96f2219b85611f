/** Looks at everything the service needs and says what to do about what is missing. */
import { statfsSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import type { Config } from '../../config.ts';
import type { ServiceState, Workspace } from '../../contract/index.ts';
import { messageOf, systemCodeOf } from '../../kit/errors.ts';
import { ask, type Client, connect } from '../client.ts';
import type { Invocation } from '../commands.ts';
import { exitCodes } from '../exit-codes.ts';
import { inert, paint, print, printJson } from '../print.ts';
import { reachOf } from '../reach.ts';
import { findAppBrowser, windowMachine } from '../window.ts';

type Finding = { subject: string; state: 'good' | 'warning' | 'fault'; found: string; advice: string | null };

const good = (subject: string, found: string): Finding => ({ subject, state: 'good', found, advice: null });
const warning = (subject: string, found: string, advice: string): Finding => ({
  subject,
  state: 'warning',
  found,
  advice,
});
const fault = (subject: string, found: string, advice: string): Finding => ({ subject, state: 'fault', found, advice });

const checkNode = (): Finding =>
  Number(process.versions.node.split('.')[0]) >= 24
    ? good('node', process.version)
    : fault(
        'node',
        process.version,
        'Node 24 or newer is needed: run it through npm (`npm run -s inspector`), or install Node 24.',
      );

/** What runs and scans write before anybody would notice. */
const littleSpaceBytes = 64 * 1024 * 1024;

const checkSpace = (config: Config): Finding[] => {
  const { bavail, bsize } = statfsSync(config.dataDir);
  const free = bavail * bsize;
  if (free >= littleSpaceBytes) return [];
  const found = `${Math.floor(free / 1024 / 1024)} MiB are free for ${config.dataDir}`;
  return [warning('disk', found, 'Free some space, or choose another --data-dir: nothing can be kept on a full disk.')];
};

const checkDataDir = (config: Config): Finding => {
  const mode = (statSync(config.dataDir).mode & 0o777).toString(8);
  return mode === '700'
    ? good('data folder', config.dataDir)
    : warning(
        'data folder',
        `${config.dataDir} has mode ${mode}`,
        'Others can look into it: restart the service, which sets it to 700.',
      );
};

/** The system's word for why nothing can listen there; undefined when it can. */
const portProblem = (config: Config): Promise<string | undefined> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (error) => resolve(systemCodeOf(error) ?? messageOf(error)));
    probe.listen(config.port, config.host, () => probe.close(() => resolve(undefined)));
  });

const checkPort = async (config: Config, client: Client): Promise<Finding> => {
  if (client.url !== null) return good('service', `runs at ${client.url}`);
  const problem = await portProblem(config);
  if (problem === undefined) return good('port', `${config.port} is free (no service runs)`);
  return problem === 'EADDRINUSE'
    ? fault('port', `${config.port} is taken by another program`, 'Choose another with --port.')
    : fault(
        'port',
        `nothing can listen at ${config.host}:${config.port} (${problem})`,
        'Choose another with --host and --port.',
      );
};

const checkSandbox = ({ sandbox }: ServiceState): Finding => {
  const remedy = sandbox.remedy ?? 'See the guide, page "The sandbox".';
  if (!sandbox.available) return fault('sandbox', sandbox.reason ?? 'not available', remedy);
  if (sandbox.profile === 'none')
    return warning('sandbox', 'off', 'Commands can change anything: leave --sandbox none out.');
  return sandbox.reason
    ? warning('sandbox', `${sandbox.profile}: ${sandbox.reason}`, remedy)
    : good('sandbox', String(sandbox.profile));
};

const checkBrowser = (config: Config): Finding => {
  const browser = findAppBrowser(windowMachine(config));
  return browser
    ? good('browser', browser)
    : warning(
        'browser',
        'no Chromium, Chrome or Edge',
        'The window opens in the default browser. Install one of them for a window of its own.',
      );
};

const checkWorkspace = (workspace: Workspace): Finding[] => {
  const subject = `workspace ${workspace.slug}`;
  if (!workspace.available)
    return [
      fault(
        subject,
        workspace.interpreter_problem ?? `${workspace.path} cannot be used`,
        `Bring the folder back, or say where the project is now: inspector move ${workspace.slug} PATH`,
      ),
    ];
  if (!workspace.interpreter) return [fault(subject, 'no interpreter', workspace.interpreter_problem ?? '')];
  const { path, python_version: python, django_version: version } = workspace.interpreter;
  const words = `${path} (Python ${python ?? '?'}, Django ${version ?? '?'})`;
  return [
    version
      ? good(subject, words)
      : fault(
          subject,
          words,
          `Django is not installed for this interpreter: install it, or choose another: inspector change ${workspace.slug} --python FILE`,
        ),
    ...(workspace.network
      ? [
          warning(
            subject,
            'runs may use the network',
            'Give Django a database role that can only read (on PostgreSQL: pg_read_all_data).',
          ),
        ]
      : []),
  ];
};

const checkAuth = ({ settings }: ServiceState): Finding[] =>
  settings.auth?.value === 'off'
    ? [warning('log-in', 'off', 'Every program on this machine may ask: leave --auth off out.')]
    : [];

const checkStore = ({ settings }: ServiceState): Finding =>
  good('store', String(settings.database?.value ?? 'SQLite, in the data folder'));

const checkReach = ({ settings }: ServiceState): Finding[] => {
  const publicUrl = settings['public-url']?.value ?? null;
  const reach = reachOf(String(settings.host?.value), publicUrl === null ? null : String(publicUrl));
  return reach ? [warning('network', reach.found, reach.advice)] : [];
};

const checkUser = (): Finding[] =>
  process.getuid?.() === 0
    ? [warning('user', 'root', 'Run it as an ordinary user: the sandbox holds, but nothing needs root.')]
    : [];

const examine = async (config: Config): Promise<Finding[]> => {
  const first = [checkNode(), ...checkUser()];
  let client: Client;
  try {
    client = await connect(config);
  } catch (error) {
    const words = messageOf(error);
    // What is wrong with the folder names it.
    const subject = config.database === null || words.includes(config.dataDir) ? 'data folder' : 'store';
    return [...first, fault(subject, words, 'Nothing else can be checked before this.')];
  }
  try {
    const service = await ask<ServiceState>(client, 'GET', 'api/service/');
    const workspaces = await ask<Workspace[]>(client, 'GET', 'api/workspaces/');
    return [
      ...first,
      checkDataDir(config),
      checkStore(service),
      ...checkSpace(config),
      await checkPort(config, client),
      checkSandbox(service),
      ...checkAuth(service),
      ...checkReach(service),
      checkBrowser(config),
      ...workspaces.flatMap(checkWorkspace),
    ];
  } finally {
    await client.close();
  }
};

const marks = { good: paint('green', '✓'), warning: paint('yellow', '!'), fault: paint('red', '✗') };

export const doctor = async ({ config, options }: Invocation): Promise<number> => {
  const findings = await examine(config);
  if (options.json) printJson(findings);
  else {
    for (const { subject, state, found, advice } of findings) {
      print(`${marks[state]} ${subject}: ${inert(found)}`);
      if (advice) print(`    ${paint('dim', inert(advice))}`);
    }
  }
  return findings.some((finding) => finding.state === 'fault') ? exitCodes.failed : exitCodes.ok;
};

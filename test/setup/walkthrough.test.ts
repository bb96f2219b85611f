import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { djangoPython } from '../django-python.ts';
import { checkout, type Machine, makeMachine } from './machine.ts';

const run = promisify(execFile);
const tools = ['bash', 'curl', 'awk', 'python3', 'mktemp'];
const missing = tools.filter(
  (tool) => !(process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, tool))),
);
const skip = missing.length > 0 ? `this machine has no ${missing.join(', ')}` : false;

/** Every shell block of the page, in order, as somebody would paste them. */
const blocksOf = (page: string) =>
  [...readFileSync(join(checkout, page), 'utf8').matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map((match) => match[1] ?? '');

let machine: Machine;
let service: ReturnType<typeof spawn>;
let base = '';
const program = join(checkout, 'bin/inspector.js');
const environment = () => ({
  PATH: process.env.PATH,
  HOME: machine.root,
  INSPECTOR_DATA_DIR: join(machine.root, 'data'),
  INSPECTOR_DEFAULT_PYTHON: djangoPython,
});

before(async () => {
  if (skip) return;
  machine = makeMachine();
  const words = [join(machine.root, 'samples/atlas'), '--port', '0', '--no-open', '--no-watch'];
  service = spawn(process.execPath, [program, ...words], { env: environment(), stdio: ['ignore', 'pipe', 'inherit'] });
  if (!service.stdout) throw new Error('no stdout');
  for await (const line of createInterface({ input: service.stdout })) {
    base = /^Listening on (http:\S+?)\/?$/.exec(line)?.[1] ?? base;
    if (line.startsWith('Open ')) break;
  }
});
after(async () => {
  if (!machine) return;
  if (service.exitCode === null && service.kill('SIGTERM')) await once(service, 'exit');
  machine.remove();
});

test('the walk-through of the guide works when pasted', { skip, timeout: 60_000 }, async () => {
  assert.match(base, /^http:\/\/127\.0\.0\.1:\d+$/);
  const quoted = [process.execPath, '--disable-warning=ExperimentalWarning', program]
    .map((word) => `'${word}'`)
    .join(' ');
  const pasted = blocksOf('docs/guide/api.md').join('\necho\n').replace('http://127.0.0.1:8765', base);
  const script = `set -eu\ninspector() { ${quoted} "$@"; }\n${pasted}\ncurl -sS -b "$jar" -o /dev/null -w '%{http_code}' $base/api/presets/\n`;
  const env = { ...environment(), TMPDIR: machine.root };
  const { stdout } = await run('bash', ['-c', script], { env, timeout: 50_000, maxBuffer: 2 ** 24 });
  assert.match(stdout, /\{"user":\{"name":"robot","role":"viewer"\},"next":"\/"\}/);
  assert.match(stdout, /\{"workspace":"atlas","insights":\[/);
  assert.match(stdout, /\{"id":1,"preset":"check","label":"[^"]+","status":"(queued|running|succeeded)"/);
  assert.match(stdout, /401$/, 'logged out at the end');
});

import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { finish, type Machine, makeMachine, runDjangoPython, start } from './machine.ts';

let machine: Machine;
beforeEach(() => {
  machine = makeMachine();
  machine.script('python3', runDjangoPython);
  machine.script('bwrap', 'echo bubblewrap 0.8.0');
  machine.write(
    'index.html',
    '<!doctype html><title>Window</title><script type="module" src="/src/web/main.js"></script>',
  );
  machine.write('src/web/main.js', 'document.title = "one";');
  machine.write('vite.config.ts', "export default { logLevel: 'silent', build: { outDir: 'dist/web' } };");
  machine.write(
    'bin/inspector.js',
    'console.log(JSON.stringify({ words: process.argv.slice(2), cwd: process.cwd(), node: process.version }));',
  );
});
afterEach(() => machine.remove());

const script = 'scripts/start.mjs';
const pretendOldNode = ['--import', 'data:text/javascript,process.execve=undefined'];
const sampleOf = (on: Machine) => join(on.root, 'samples/atlas');

test('npm start opens the sample, with its database made, and stdout holds only the service', async () => {
  const { code, stdout, stderr } = await machine.run([script, '--port', '0', '--no-open']);
  assert.equal(code, 0, stderr);
  const said = JSON.parse(stdout);
  assert.deepEqual(said.words, [sampleOf(machine), '--port', '0', '--no-open']);
  assert.match(said.node, /^v24\./);
  assert.match(stderr, /sample +made db\.sqlite3; made atlas\.log\.1/);
  assert.equal(statSync(join(sampleOf(machine), 'db.sqlite3')).isFile(), true);
});

test('npm start -- PATH opens that project, from where it was typed, and leaves the sample alone', async () => {
  const typedAt = join(machine.root, 'elsewhere');
  mkdirSync(typedAt);
  const { stdout, stderr } = await machine.run([script, '../shop', '--port=0'], { INIT_CWD: typedAt });
  const said = JSON.parse(stdout);
  assert.deepEqual(said.words, ['../shop', '--port=0']);
  assert.equal(said.cwd, typedAt);
  assert.doesNotMatch(stderr, /sample|python/, 'a project of one’s own brings its own Python');
});

test('a question about the program itself is passed on as it is', async () => {
  const { stdout } = await machine.run([script, '--version']);
  assert.deepEqual(JSON.parse(stdout).words, ['--version']);
});

test('the renderer is built when its sources change, and only then', async () => {
  const first = await machine.run([script, '--version']);
  assert.match(first.stderr, /renderer +built in/);
  const second = await machine.run([script, '--version']);
  assert.match(second.stderr, /renderer +current/);
  machine.write('src/web/main.js', 'document.title = "two";');
  const third = await machine.run([script, '--version']);
  assert.match(third.stderr, /renderer +built in/);
  assert.match(readFileSync(join(machine.root, 'dist/web/index.html'), 'utf8'), /Window/);
});

test('a renderer that cannot be built is said with its reason, and nothing starts', async () => {
  machine.write('src/web/main.js', 'import "./missing.js";');
  const { code, stdout, stderr } = await machine.run([script]);
  assert.equal(code, 1);
  assert.equal(stdout, '');
  assert.match(stderr, /renderer could not be built[\s\S]*missing\.js/);
});

for (const [name, options] of [
  ['in its own place', []],
  ['behind an older Node', pretendOldNode],
] as const) {
  test(`the exit status of the service is that of npm start (${name})`, async () => {
    machine.pretendSample();
    machine.write('bin/inspector.js', 'process.exitCode = 69;');
    const { code } = await machine.run([...options, script]);
    assert.equal(code, 69);
  });

  test(`SIGTERM reaches the service, which ends in its own time (${name})`, { timeout: 60_000 }, async () => {
    machine.pretendSample();
    machine.write(
      'bin/inspector.js',
      `process.on('SIGTERM', () => setTimeout(() => { console.log('stopped in order'); process.exit(7); }, 100));
       setInterval(() => {}, 1000);
       console.log('Listening on http://127.0.0.1:1');`,
    );
    const child = start(process.execPath, [...options, script], machine.root, machine.environment());
    child.stdout.on('data', (chunk) => String(chunk).includes('Listening') && child.kill('SIGTERM'));
    const { code, stdout } = await finish(child);
    assert.equal(code, 7);
    assert.match(stdout, /^Listening on \S+\nstopped in order\n$/);
  });
}

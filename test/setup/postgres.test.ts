import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { djangoPython, noPsycopg } from '../django-python.ts';
import { noPostgres, postgres } from '../postgres.ts';

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });

test('the server of the tests lets in over TCP who has its password, and nobody else', {
  skip: noPostgres || noPsycopg,
}, async () => {
  const { url } = await postgres();
  const program = `import psycopg2, sys
print(psycopg2.connect(sys.argv[1]).get_parameter_status("server_encoding"))
try: psycopg2.connect(sys.argv[1].replace("%2F", "x"))
except psycopg2.OperationalError as error: print(error)`;
  const said = execFileSync(djangoPython, ['-I', '-c', program, url()], { encoding: 'utf8' });
  assert.match(said, /^UTF8\n.*password authentication failed/s);
});

test('the server of the tests is gone with a test process that was killed, and so is its folder', {
  skip: noPostgres,
}, async () => {
  const here = new URL('../postgres.ts', import.meta.url);
  const program = `import { postgres } from '${here}'; const { port, socketFolder } = await postgres();
    console.log(JSON.stringify({ port, socketFolder })); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, [
    '--disable-warning=ExperimentalWarning',
    '--input-type=module',
    '-e',
    program,
  ]);
  const [said] = await once(child.stdout.setEncoding('utf8'), 'data');
  const { port, socketFolder } = JSON.parse(said);
  assert.equal(await answers(port), true);
  child.kill('SIGKILL');
  while (existsSync(socketFolder)) await sleep(20);
  assert.equal(await answers(port), false);
});

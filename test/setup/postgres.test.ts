import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { djangoPython, noPsycopg } from '../django-python.ts';
import { noPostgres } from '../postgres.ts';

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });

const tryPasswords = `import psycopg2, sys
print(psycopg2.connect(sys.argv[1]).get_parameter_status("server_encoding"))
try: psycopg2.connect(sys.argv[1].replace("%2F", "x"))
except psycopg2.OperationalError as error: print(error)`;

test('the server of the tests lets in who has its password alone, and is gone with its folder when the test process was killed', {
  skip: noPostgres || noPsycopg,
  timeout: 60_000,
}, async () => {
  const here = new URL('../postgres.ts', import.meta.url);
  const program = `import { postgres } from '${here}'; const { url, port, socketFolder } = await postgres();
    console.log(JSON.stringify({ url: url(), port, socketFolder })); setInterval(() => {}, 1000);`;
  const flags = ['--disable-warning=ExperimentalWarning', '--input-type=module'];
  const child = spawn(process.execPath, [...flags, '-e', program]);
  const [said] = await once(child.stdout.setEncoding('utf8'), 'data');
  const { url, port, socketFolder } = JSON.parse(said);
  const told = execFileSync(djangoPython, ['-I', '-c', tryPasswords, url], { encoding: 'utf8' });
  assert.match(told, /^UTF8\n.*password authentication failed/s);
  assert.equal(await answers(port), true);
  child.kill('SIGKILL');
  while (existsSync(socketFolder)) await sleep(20);
  assert.equal(await answers(port), false);
});

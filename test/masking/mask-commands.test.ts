import assert from 'node:assert/strict';
import test from 'node:test';
import type { LogPosition } from '../../src/frameworks/framework.ts';
import { createMask } from '../../src/masking/mask.ts';
import { maskLogs } from '../../src/scanner/digest.ts';
import { assertWithin } from '../processor-time.ts';

const masked = createMask([]);

test('a password in a command is masked, however the program takes it', () => {
  for (const [line, shown] of [
    ['curl -u bob:hunter2 https://x', 'curl -u bob:*** https://x'],
    ["+ curl -sSu 'bob:hunter 2' --user=bob:hunter2 x", "+ curl -sSu 'bob:***' --user=bob:*** x"],
    ['curl -ubob:hunter2 --proxy-user bob:hunter2 x', 'curl -ubob:*** --proxy-user bob:*** x'],
    ['sshpass -p hunter2 ssh bob@x', 'sshpass -p *** ssh bob@x'],
    ["sshpass -p'hunter 2' ssh -p 22 x", "sshpass -p'***' ssh -p 22 x"],
    ['mysql -u root -phunter2 shop', 'mysql -u root -p*** shop'],
    ['redis-cli -h cache -a hunter2 --no-auth-warning ping', 'redis-cli -h cache -a *** --no-auth-warning ping'],
    ['redis-cli --user bob --pass "hunter 2" ping', 'redis-cli --user bob --pass "***" ping'],
    ["valkey-cli -a 'hunter 2' ping", "valkey-cli -a '***' ping"],
    ['mongosh -u bob -p hunter2 shop', 'mongosh -u bob -p *** shop'],
    ['mongodump -u bob -phunter2 -d shop', 'mongodump -u bob -p*** -d shop'],
    ['docker login -u bob -p hunter2 registry.example', 'docker login -u bob -p *** registry.example'],
    ['PGPASSWORD=hunter2 psql shop', 'PGPASSWORD=*** psql shop'],
    ['manage.py load --password hunter2 --user bob', 'manage.py load --password *** --user bob'],
    ['manage.py load --password=hunter2 --api-key "hunter 2" x', 'manage.py load --password=*** --api-key "***" x'],
    [`tool --token ${'x'.repeat(2000)} done`, 'tool --token *** done'],
  ] as const)
    assert.equal(masked(line), shown);
});

test('an option that has no password behind it stays readable, and so does a text about options', () => {
  for (const line of [
    'mysql -u root -p shop',
    'docker run --name mysql -p3306:3306 mysql:8',
    'redis-cli -h cache -p 6379 ping; ls -a /srv',
    'docker run -p 8000:80 shop && docker login registry.example',
    'mongod -p 27017',
    'ssh -p 2222 host && mkdir -p /srv/shop',
    'usage: load [--password PASSWORD] [--api-key KEY] [--token TOKEN]',
    'use --password to set one; --token is needed, --secret or --password-file /run/x',
    '--no-password shop --remove-signature hello --password --user bob',
    'curl -u https //x; curl --user-agent shop: x',
    'the curl of a field -u',
  ])
    assert.equal(masked(line), line);
});

test('a password of several words is masked to the end of its line, or up to the next name', () => {
  for (const [line, shown] of [
    ['password: two words', 'password: ***'],
    ['  - db_password: correct horse battery  ', '  - db_password: ***  '],
    ['Password: two words, user: bob', 'Password: ***, user: bob'],
    ['secret: two words host=db', 'secret: *** host=db'],
    ['Authorization: Digest username="bob", response="hunter2"', 'Authorization: ***'],
    [`-H 'Proxy-Authorization: Digest username="bob", response="hunter2"' x`, `-H 'Proxy-Authorization: ***' x`],
    ['Authorization: ApiKey hunter2', 'Authorization: ***'],
  ] as const)
    assert.equal(masked(line), shown);
});

test('what short names hold is masked where its value says that it is a secret', () => {
  for (const [line, shown] of [
    ['Server=db;Uid=bob;Pwd=hunter2;Port=1', 'Server=db;Uid=bob;Pwd=***;Port=1'],
    ['Server=db;PWD=hunter2', 'Server=db;PWD=***'],
    ['verify otp=123456 for bob', 'verify otp=*** for bob'],
    ['{"otp": "123456", "user": "bob"}', '{"otp": "***", "user": "bob"}'],
    ['GET /x?sig=abcDEF%2B0123&se=2026', 'GET /x?sig=***&se=2026'],
  ] as const)
    assert.equal(masked(line), shown);
  for (const line of [
    'PWD=/home/bob/shop',
    'OLDPWD=/srv pwd="/srv/x" PWD=C:\\shop',
    'pwd: command not found',
    'worker ended, sig=9',
    'signal: 15',
    'otp: sent to bob',
    'INSTALLED_APPS: otp=django_otp',
  ])
    assert.equal(masked(line), line);
});

test('tokens are told by their beginnings', () => {
  // Put together here, so that nobody who looks for such tokens finds one in this file.
  for (const lead of ['glrt' + '-', 'gldt' + '-', 'xapp' + '-1-', 'xoxe' + '.xoxp-1-', 'whsec' + '_', 'glpat' + '-'])
    assert.equal(masked(`with ${lead}${'C4N4RY'.repeat(4)} now`), 'with *** now');
  assert.equal(masked('a global-configuration-of-everything'), 'a global-configuration-of-everything');
});

const logLine = (message: string, detail: string | null = null, source = 'a.log') =>
  ({ at: '2025-11-15T03:07:10.000Z', level: 'info', source, logger: null, message, detail }) as const;

test('a private key in a log is masked, also where it goes on in the detail of a line or in the lines after it', () => {
  const frame = (word: string) => `-----${word} PRIVATE KEY-----`;
  const reading = {
    lines: [
      logLine(`read ${frame('BEGIN')}`, `c4n4ry\n${frame('END')}\nafter`),
      logLine(frame('BEGIN')),
      logLine('of another file', null, 'b.log'),
      logLine('c4n4ry'),
      logLine(frame('END')),
      logLine('{"token": ['),
      logLine('"shown"'),
    ],
    ...{ position: {}, files: 1, problems: [], lookAgainMs: null, unreadUntil: null },
  };
  assert.deepEqual(
    maskLogs(reading, [], {}).lines.map(({ message, detail }) => [message, detail]),
    [
      [`read ${frame('BEGIN')}`, `***\n${frame('END')}\nafter`],
      [frame('BEGIN'), null],
      ['of another file', null],
      ['***', null],
      [frame('END'), null],
      ['{"token": [', null],
      ['"shown"', null],
    ],
  );
});

test('a private key is masked though its lines are read one by one, or after its beginning was left out', () => {
  const frame = (word: string) => `-----${word} PRIVATE KEY-----`;
  const place = { inode: 1, offset: 1 };
  let position: LogPosition = {};
  const shown = (...messages: string[]): string[] => {
    const lines = messages.map((message) => logLine(message));
    const rest = { position: { 'a.log': place }, files: 1, problems: [], lookAgainMs: null, unreadUntil: null };
    const masked = maskLogs({ lines, ...rest }, [], position);
    position = masked.position;
    return masked.lines.map(({ message }) => message);
  };
  assert.deepEqual(shown('before', frame('BEGIN')), ['before', frame('BEGIN')]);
  assert.deepEqual(shown(), []);
  assert.deepEqual(shown('c4n4ry'), ['***']);
  assert.deepEqual(shown('c4n4ry', frame('END'), 'after'), ['***', frame('END'), 'after']);
  assert.deepEqual(position, { 'a.log': place });
  assert.deepEqual(
    shown('c4n4ry', frame('END'), 'after'),
    ['***', frame('END'), 'after'],
    'its beginning was not read',
  );
  assert.deepEqual(shown('plain'), ['plain']);
});

test('the password of a line of .netrc is masked, and a sentence about machines stays readable', () => {
  for (const [line, shown] of [
    ['machine git.example login bob password c4n4ry', 'machine git.example login bob password ***'],
    [
      '  default login bob@shop.example  password "c4n4 ry" # x',
      '  default login bob@shop.example  password "***" # x',
    ],
    ['machine a login b account c password c4n4ry', 'machine a login b account c password ***'],
    [
      'machine a login b password c4n4ry machine c login d password c4n4ry',
      'machine a login b password *** machine c login d password ***',
    ],
  ] as const)
    assert.equal(masked(line), shown);
  for (const line of ['this machine has no login, password required', 'the default login needs a password first'])
    assert.equal(masked(line), line);
});

test('a command that is made to take long is masked in the time of any other', () => {
  for (const piece of [
    '--token ',
    '--a "',
    "--a 'b",
    'curl -u ',
    'curl -u a:',
    'mysql -p',
    'sshpass -p',
    '--',
    'otp=',
    'pwd=',
    'password: a ',
    'sig=',
    'machine a login ',
    'default login b account c ',
  ])
    for (const lead of ['', 'curl ', 'mysql ', 'password: ', 'Authorization: Digest ']) {
      const line = lead + piece.repeat(Math.ceil(262_144 / piece.length));
      assertWithin(500, () => masked(line), `256 KiB of ${JSON.stringify(piece)} behind ${JSON.stringify(lead)}`);
    }
});

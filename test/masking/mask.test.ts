import assert from 'node:assert/strict';
import test from 'node:test';
import { maskedJson } from '../../src/masking/json.ts';
import { createMask } from '../../src/masking/mask.ts';
import { assertNoLongerThan, assertWithin } from '../processor-time.ts';

const masked = (text: string, secrets: string[] = []): string => createMask(secrets)(text);
const hidden = (text: string, secret: string, secrets: string[] = []): void => {
  const result = masked(text, secrets);
  assert.ok(!result.includes(secret), `shown: ${result}`);
  assert.ok(result.includes('***'), result);
};

test('values of secret-looking keys are masked in every form in which they are printed', () => {
  const cases = {
    "SECRET_KEY = 'c4n4ry'": "SECRET_KEY = '***'",
    "SECRET_KEY = 'it\\'s c4n4ry'  ###": "SECRET_KEY = '***'  ###",
    "DATABASES = {'default': {'USER': 'bob', 'PASSWORD': 'c4n4ry', 'HOST': 'db'}}":
      "DATABASES = {'default': {'USER': 'bob', 'PASSWORD': '***', 'HOST': 'db'}}",
    "SECRET_KEY_FALLBACKS = ['c4n4ry', 'c4n4ry2']": "SECRET_KEY_FALLBACKS = ['***', '***']",
    "API_KEYS = {'stripe': 'c4n4ry', 'mail': ('c4n4ry',)}": "API_KEYS = {'stripe': '***', 'mail': ('***',)}",
    '{"tokens": ["c4n4ry"], "name": "shown"}': '{"tokens": ["***"], "name": "shown"}',
    '  "password": "c4n4ry",': '  "password": "***",',
    '{"access_token":"c4n4ry","user":"bob"}': '{"access_token":"***","user":"bob"}',
    'API_TOKEN=c4n4ry user=bob': 'API_TOKEN=*** user=bob',
    'export AWS_SECRET_ACCESS_KEY=c4n4ry': 'export AWS_SECRET_ACCESS_KEY=***',
    'password = c4n4ry with spaces': 'password = ***',
    'DB_PASSWORD=models!,c4n4ry&c4n4ry; user=bob': 'DB_PASSWORD=***; user=bob',
    'DB_PASSWORD=str!c4n4ry PASS=true.c4n4ry': 'DB_PASSWORD=*** PASS=***',
    'GET /x?token=c4n4ry&page=2,token=c4n4ry,page=3': 'GET /x?token=***&page=2,token=***,page=3',
    'password: str = "c4n4ry"': 'password: str = "***"',
    "    api_key: Optional[str] = 'c4n4ry'  # or": "    api_key: Optional[str] = '***'  # or",
    'SECRET_KEY = """c4n4"ry""" + x': 'SECRET_KEY = """***""" + x',
    'Cookie: theme=dark; sessionid=c4n4ry; x=1': 'Cookie: ***',
    "-H 'Cookie: theme=dark; sessionid=c4n4ry' /x": "-H 'Cookie: ***' /x",
    'got sessionid=c4n4ry': 'got sessionid=***',
    'EMAIL_HOST_PASSWORD: c4n4ry': 'EMAIL_HOST_PASSWORD: ***',
    "connect(user='bob', password='c4n4ry', port=5)": "connect(user='bob', password='***', port=5)",
    'SENTRY_DSN = "https://c4n4ry@sentry.example/1"': 'SENTRY_DSN = "***"',
    'Authorization: Bearer c4n4ryc4n4ryc4n4ry': 'Authorization: ***',
    "b = dict(token=b'c4n4ry')": "b = dict(token=b'***')",
    "STRIPE_KEY = 'c4n4ry'": "STRIPE_KEY = '***'",
    "SECRET_KEY = config('SECRET', default='c4n4ry')": "SECRET_KEY = config('***', default='***')",
  };
  for (const [text, expected] of Object.entries(cases)) assert.equal(masked(text), expected);
});

test('what only speaks about secrets stays readable', () => {
  for (const text of [
    "AUTH_PASSWORD_VALIDATORS = [{'NAME': 'django.contrib.auth.password_validation.MinimumLengthValidator'}]",
    "PASSWORD_HASHERS = ['django.contrib.auth.hashers.PBKDF2PasswordHasher']",
    'PASSWORD_RESET_TIMEOUT = 259200',
    "'PASSWORD': ''",
    'EMAIL_HOST_PASSWORD = None',
    'token: str, password: Optional[str] = None, secret: int',
    '    token = serializers.CharField()',
    '    password = models.CharField(max_length=128)',
    '    id = models.BigAutoField(primary_key=True)',
    "CSRF_COOKIE_NAME = 'csrftoken'",
    '?: (security.W009) Your SECRET_KEY has less than 50 characters',
    "KeyError: 'SECRET_KEY'",
    'CREATE TABLE "auth_user" ("password" varchar(128) NOT NULL)',
    '    - Add field token to session',
    'https://docs.djangoproject.com/en/5.2/ref/settings/#secret-key',
  ]) {
    assert.equal(masked(text), text);
  }
});

test('passwords in URLs and tokens of known forms are masked whatever stands before them', () => {
  assert.equal(masked('to postgres://bob:c4n4ry@db:5432/x now'), 'to postgres://bob:***@db:5432/x now');
  assert.equal(masked('to postgres://bob:c4n4@ry@db:5432/x?a@b'), 'to postgres://bob:***@db:5432/x?a@b');
  assert.equal(masked("'LOCATION': 'redis://:c4n4ry@cache:6379'"), "'LOCATION': 'redis://:***@cache:6379'");
  for (const before of ['', 'some-token-', 'something-long.before-the-token.'])
    hidden(`got ${before}eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c4n4ryc4n4ry`, 'c4n4ry');
  hidden('AKIAC4N4RYC4N4RYC4N4', 'C4N4RY');
  // Put together here, so that nobody who looks for such tokens finds one in this file.
  for (const lead of [
    ...['sk_' + 'test_', 'npm' + '_', 'pypi' + '-AgE', 'ya29' + '.a0', 'hvs' + '.CAES', 'hvb' + '.', 'GOCSPX' + '-'],
    ...['dckr_' + 'pat_', 'sntrys' + '_'],
  ])
    hidden(`using ${lead}${'C4N4RY'.repeat(6)}`, 'C4N4RY');
  assert.equal(
    masked('npm_config_fetch_retry_maxtimeout pypi-server-with-a-long-name'),
    'npm_config_fetch_retry_maxtimeout pypi-server-with-a-long-name',
  );
  hidden(`?key=AIza${'C4N4RYx'.repeat(5)} gave 403`, 'C4N4RY');
  hidden(`SG.${'C4N4RY'.repeat(3)}.${'C4N4RY'.repeat(7)}`, 'C4N4RY');
  hidden(`https://hooks.slack.com/services/T0C4N4RY/B0C4N4RY/${'C4N4RY'.repeat(4)}`, 'C4N4RY');
  hidden('pbkdf2_sha256$260000$salt$c4n4ryc4n4ryc4n4ry=', 'c4n4ry');
  hidden('  "pk": "c4n4ryc4n4ryc4n4ryc4n4ryc4n4ry12",', 'c4n4ry');
});

test('what lets anybody set a password, and one that SQL sets, is masked where a log or a printed mail has it', () => {
  const reset = 'd0trsq-0123456789abcdef0123456789abcdef';
  for (const [line, shown] of [
    [
      `[15/Nov/2025 03:07:10] "GET /accounts/reset/MQ/${reset}/ HTTP/1.1" 302 0`,
      `[15/Nov/2025 03:07:10] "GET /accounts/reset/MQ/***/ HTTP/1.1" 302 0`,
    ],
    [`http://localhost:8000/reset/MQ/${reset}`, 'http://localhost:8000/reset/MQ/***'],
    ["CREATE USER shop WITH PASSWORD 'hunter2' LOGIN", "CREATE USER shop WITH PASSWORD '***' LOGIN"],
    ["ALTER USER shop IDENTIFIED BY 'hunter2'", "ALTER USER shop IDENTIFIED BY '***'"],
    ['pip: https://0123456789abcdefghij@packages.example/simple', 'pip: https://***@packages.example/simple'],
    ['AccountName=shop;AccountKey=abcd1234==;EndpointSuffix=x', 'AccountName=shop;AccountKey=***;EndpointSuffix=x'],
  ] as const)
    assert.equal(masked(line), shown);
  for (const line of ['ssh://git@host/shop', '/static/app-0123456789abcdef0123456789abcdef.js', "a wrong password 'x"])
    assert.equal(masked(line), line);
});

test('what a login hands back in an address is masked, and a code, ticket or key that is a name stays readable', () => {
  for (const [line, shown] of [
    [
      'GET /google/callback/?state=x&code=4%2F0Afc4n4ry8Kd92jdkS8&scope=mail',
      'GET /google/callback/?state=x&code=***&scope=mail',
    ],
    ['"GET /cas/?ticket=ST-1856339-aA5YuvrxzpC4N4RY8-cas HTTP/1.1" 302', '"GET /cas/?ticket=*** HTTP/1.1" 302'],
    ['https://maps.example/geocode?q=a&key=c4n4ry0123456789#top', 'https://maps.example/geocode?q=a&key=***#top'],
    [`/oidc/?code=${Array(3).fill('550e8400-e29b-41d4-a716-446655440000').join('.')} `, '/oidc/?code=*** '],
    [
      'GET /confirm-email/MTI:1tABCD:c4n4ryxyz0123456789abcdefghijklmnopqrstuvwx/',
      'GET /confirm-email/MTI:1tABCD:***/',
    ],
  ] as const)
    assert.equal(masked(line), shown);
  for (const line of [
    'GET /?key=name&code=summer-sale-2024-discount&ticket=48151623',
    'GET /orders?key=550e8400-e29b-41d4-a716-446655440000',
    'GET /?key=international_shipping_address_of_2024',
    'key=c4n4ry0123456789 of a dictionary',
    'at 10:123456:a-name-with-some-more-words-behind-it',
  ])
    assert.equal(masked(line), line);
});

const session = 'q7x0k2m9'.repeat(4);
const token = '9944b09199'.repeat(4);

test('the keys of sessions and tokens are masked where the log of queries has them, and not those of rows', () => {
  const uuid = '550e8400e29b41d4a716446655440000';
  for (const [line, shown] of [
    [
      `(0.001) SELECT "django_session"."session_key" FROM "django_session" WHERE "django_session"."session_key" = '${session}'; args=('2026-01-01', '${session}'); alias=default`,
      `(0.001) SELECT "django_session"."session_key" FROM "django_session" WHERE "django_session"."session_key" = '***'; args=('2026-01-01', '***'); alias=default`,
    ],
    [
      `WHERE "authtoken_token"."key" = '${token}' LIMIT 21; args=('${token}',)`,
      `WHERE "authtoken_token"."key" = '***' LIMIT 21; args=('***',)`,
    ],
    [`session_key=${session}`, 'session_key=***'],
    [`got __Secure-sessionid=${session}`, 'got __Secure-sessionid=***'],
  ] as const)
    assert.equal(masked(line), shown);
  for (const line of [
    `WHERE "shop_order"."id" = '${uuid}'; args=('${uuid}', 'a name of it'); alias=default`,
    '    session_key = request.session.session_key',
    `commit '${token}'`,
  ])
    assert.equal(masked(line), line);
});

test('a password is masked where the user before it is a mail address, and a port with a path is none', () => {
  assert.equal(masked('smtp://bob@shop.example:c4n4ry@mail:587'), 'smtp://bob@shop.example:***@mail:587');
  assert.equal(masked('ab://bob@shop.example:c4n4@ry@mail:587/x'), 'ab://bob@shop.example:***@mail:587/x');
  for (const line of [
    'http://localhost:5173/static/@vite/client',
    'http://localhost:8000/@bob/ at bob@shop.example:25 @',
  ])
    assert.equal(masked(line), line);
  hidden('http://u:80c4n4ry@host', 'c4n4ry');
});

test('what bots, webhooks, mail and old hashers have for a secret is masked', () => {
  hidden(`https://api.telegram.org/bot123456789:AA${'C4N4RYx'.repeat(5).slice(2)}/sendMessage`, 'C4N4RY');
  hidden(`https://discord.com/api/webhooks/123456789012345678/${'C4N4RY'.repeat(11)}`, 'C4N4RY');
  hidden(`got key-${'0c4a4e'.repeat(6).slice(4)}`, '0c4a4e');
  hidden(`$2b$12$${'C4N4RYx'.repeat(8).slice(3)}`, 'C4N4RY');
  hidden(`md5$salt$${'0c4a4e'.repeat(6).slice(4)}`, '0c4a4e');
  hidden("requests.get(url, auth=('bob', 'c4n4ry'))", 'c4n4ry');
  assert.equal(
    masked('GET /accounts/password/reset/key/1-d0trsq-0123456789abcdef0123456789abcdef/ 200'),
    'GET /accounts/password/reset/key/***/ 200',
    'as allauth has the address',
  );
});

test('why a project does not start stays readable where the name of an error speaks of secrets', () => {
  for (const line of [
    'botocore.exceptions.NoCredentialsError: Unable to locate credentials',
    'jwt.exceptions.ExpiredSignatureError: Signature has expired',
    'rest_framework_simplejwt.exceptions.TokenError: Token is invalid or expired',
    'cryptography.fernet.InvalidToken: no more is said',
    'django.core.signing.BadSignature: No ":" found in value',
    'Basic authentication failed, bearer authentication.classes too',
    'basic configuration/settings.py is used',
  ])
    assert.equal(masked(line), line);
  hidden('Basic YWRtaW46YzRuNHJ5', 'YWRtaW46');
});

test('a private key and a secret over several lines are masked to their end, and not beyond', () => {
  const key = '-----BEGIN RSA PRIVATE KEY-----\nc4n4ry1\nc4n4ry2\n-----END RSA PRIVATE KEY-----\nafter';
  assert.equal(masked(key), '-----BEGIN RSA PRIVATE KEY-----\n***\n***\n-----END RSA PRIVATE KEY-----\nafter');
  const json = '{\n  "tokens": [\n    "c4n4ry1",\n    "c4n4ry2"\n  ],\n  "name": "shown"\n}';
  assert.equal(masked(json), '{\n  "tokens": [\n    "***",\n    "***"\n  ],\n  "name": "shown"\n}');
});

test('a private key is masked whatever made it', () => {
  for (const kind of ['PRIVATE KEY', 'EC PRIVATE KEY', 'OPENSSH PRIVATE KEY', 'PGP PRIVATE KEY BLOCK'])
    assert.equal(
      masked(`-----BEGIN ${kind}-----\nc4n4ry\n-----END ${kind}-----`),
      `-----BEGIN ${kind}-----\n***\n-----END ${kind}-----`,
    );
});

test('each of several private keys is masked, also where one begins on the line that another ends on', () => {
  const [begin, end] = ['-----BEGIN PRIVATE KEY-----', '-----END PRIVATE KEY-----'];
  const [a, b] = [`${begin}c4n4ry1${end}`, `${begin}c4n4ry2${end}`];
  assert.equal(masked(`["${a}", "${b}"]`), `["${begin}***${end}", "${begin}***${end}"]`);
  assert.equal(
    masked(`${begin}\nc4n4ry1\n${end}${begin}\nc4n4ry2\n${end}\nafter`),
    `${begin}\n***\n${end}${begin}\n***\n${end}\nafter`,
  );
  const [, ...others] = masked([begin, ...Array(300).fill('c4n4ry')].join('\n')).split('\n');
  assert.equal(others.lastIndexOf('***'), 199, 'one that is never ended hides 200 lines and not all that follow');
});

test('given secrets are masked in every form in which a program prints a string', () => {
  const secret = `it's "c4n4ry" & <more>\\1`;
  for (const text of [
    secret,
    JSON.stringify(secret),
    encodeURIComponent(secret),
    `'${secret.replace(/\\/g, '\\\\').replace(/'/g, "\\'")}'`,
  ]) {
    hidden(`value: ${text} end`, 'c4n4ry', [secret]);
  }
  assert.equal(masked('a long/c4n4ry b', ['long', 'long/c4n4ry']), 'a *** b', 'also one that begins like another');
  hidden('a \ud800-c4n4ry b', 'c4n4ry', ['\ud800-c4n4ry']);
  assert.equal(masked('password=c4n4ry,c4n4ry2 now', ['c4n4ry,c4n4ry2']), 'password=*** now', 'also beyond its key');
  hidden('line\nsecond-c4n4ry\nthird', 'second-c4n4ry', ['first\nsecond-c4n4ry\nlast']);
});

test('more secrets than can be looked for cost no more time, and no error shows them', () => {
  const many = Array.from({ length: 200_000 }, (_, index) => `c4n4ry-${index}`);
  const long = Array.from({ length: 60 }, (_, index) => `${index}-${'c4n4ry'.repeat(17_000)}`);
  for (const secrets of [many, long]) {
    assertWithin(2000, () => hidden('say hunter2-hunter2', 'hunter2', ['hunter2-hunter2', ...secrets]));
  }
  const blob = Array.from({ length: 12_001 }, (_, index) => `${index}x`).join('');
  assert.equal(masked(`say ${blob} now`, [blob, 'another-one']), 'say *** now');
});

test('a short or common word given as a secret does not blacken the text', () => {
  assert.equal(
    masked('postgres at django.db.backends.postgresql', ['postgres']),
    '*** at django.db.backends.postgresql',
  );
  assert.equal(masked('a cat sat', ['a', 'at', '']), 'a cat sat');
});

test('masking takes time in proportion to the text, whatever the text is', () => {
  for (const text of [
    'password='.repeat(20_000),
    `"token": [${'['.repeat(50_000)}`,
    `token = '${"\\'".repeat(50_000)}`,
    'a:'.repeat(100_000),
    `http://${'x:'.repeat(50_000)}`,
    ' '.repeat(200_000),
    '"pk": "'.repeat(20_000),
    'eyJ'.repeat(50_000),
  ]) {
    assertWithin(500, () => masked(text), text.slice(0, 20));
  }
});

test('a line that is made to take long is masked in the time of any other', () => {
  const lineOf = (piece: string): string => piece.repeat(Math.ceil(65_536 / piece.length));
  const read = (line: string) => () => {
    for (let times = 0; times < 8; times += 1) masked(line);
  };
  const ordinary = read(lineOf("name='value' token=abc password: 'x' "));
  ordinary();
  for (const piece of [
    'token',
    'secret_',
    'a://b:c',
    'key '.padEnd(94, 'a'),
    'aa.',
    '@a:',
    'eyJa-',
    'eyJaaaaaaaa.',
    'pypi-AgE',
    'SG.a',
    'services/T',
    'a://b@c@',
    '@c:d@',
    "args=('",
    'basic a-',
    ':AAAAAA:',
    '?key=',
    '?key=a-',
    '?code=aaaaaaaaaaaaaaaa',
    ':123456:',
    'hvs.a',
  ]) {
    // What goes over a line again and again takes a thousand times as long.
    assertNoLongerThan(5, ordinary, read(lineOf(piece)), JSON.stringify(piece));
  }
});

test('a secret under a name of any length, with dashes or an underscore before it, is masked', () => {
  for (const name of [`${'long_'.repeat(60)}password`, '--db-password', '_password', '--cookie', '"x-api-key"'])
    assert.equal(masked(`say ${name}=hunter2 now`), `say ${name}=*** now`);
});

test('a password that is part of every other word costs no more than the reading of these words', () => {
  const secrets = ['pass', ...Array.from({ length: 20 }, (_, index) => `c4n4ry-${index}`)];
  const names = Array.from({ length: 20_000 }, (_, index) => `password_${index}`);
  let json = '';
  assertWithin(500, () => {
    json = maskedJson([...names, 'say pass'], secrets);
  });
  assert.deepEqual(JSON.parse(json), [...names, 'say ***']);
});

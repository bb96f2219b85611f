import assert from 'node:assert/strict';
import test from 'node:test';
import { createMask, createMasker } from '../../src/masking/mask.ts';
import { assertWithin } from '../processor-time.ts';

const masked = createMask([]);
const shows = (lines: readonly (readonly [string, string])[]): void => {
  for (const [line, shown] of lines) assert.equal(masked(line), shown);
};
const unchanged = (lines: readonly string[]): void => {
  for (const line of lines) assert.equal(masked(line), line);
};

test('what SQL writes into a column of secrets is masked, also in the list of arguments behind it, and the columns beside it stay readable', () => {
  shows([
    [
      `INSERT INTO "shop_client" ("name", "api_token", "age") VALUES ('it''s, bob', 'c4n4ry', 3), ('al', 'c4''n4ry', 4)`,
      `INSERT INTO "shop_client" ("name", "api_token", "age") VALUES ('it''s, bob', '***', 3), ('al', '***', 4)`,
    ],
    [
      "(0.001) INSERT INTO `shop_client` (`name`, `api_token`) VALUES ('bob', 'c4n4ry') RETURNING id; args=('bob', 'c4n4ry'); alias=default",
      "(0.001) INSERT INTO `shop_client` (`name`, `api_token`) VALUES ('bob', '***') RETURNING id; args=('bob', '***'); alias=default",
    ],
    [
      "REPLACE INTO t (a, password) VALUES (NOW(), COALESCE('c4n4ry', 'x')), (1, NULL)",
      "REPLACE INTO t (a, password) VALUES (NOW(), COALESCE('***', 'x')), (1, NULL)",
    ],
    [
      `INSERT INTO t ("a", "api_token") SELECT 'x', 'c4n4ry' FROM u`,
      `INSERT INTO t ("a", "api_token") SELECT 'x', '***' FROM u`,
    ],
    [
      'INSERT INTO t ("a", "api_token") VALUES (%s, %s); args=(\'x\', \'c4n4ry\')',
      'INSERT INTO t ("a", "api_token") VALUES (%s, ***); args=(\'***\', \'***\')',
    ],
    [
      `UPDATE "t" SET "password" = 'c4n4ry', "n" = 'ok' WHERE "id" = 1; args=('c4n4ry', 'ok', 1); alias=default`,
      `UPDATE "t" SET "password" = '***', "n" = 'ok' WHERE "id" = 1; args=('***', 'ok', 1); alias=default`,
    ],
    ["UPDATE `t` SET `api_key` = 'c4n4ry', `n` = 'ok'", "UPDATE `t` SET `api_key` = '***', `n` = 'ok'"],
    ["UPDATE [t] SET [api_key] = N'c4n4ry'", "UPDATE [t] SET [api_key] = N'***'"],
    [
      `WHERE ("t"."api_token" IN ('c4n4ry', 'c4n4ry2') AND UPPER("t"."secret"::text) LIKE UPPER('c4n4ry%'))`,
      `WHERE ("t"."api_token" IN ('***', '***') AND UPPER("t"."secret"::text) LIKE UPPER('***'))`,
    ],
    [
      'DETAIL:  Key (shop, api_token)=(1, c4n4ry) already exists.',
      'DETAIL:  Key (shop, api_token)=(***) already exists.',
    ],
    [
      `(1062, "Duplicate entry 'c4n4ry' for key 'shop_client.api_token'")`,
      `(1062, "Duplicate entry '***' for key 'shop_client.api_token'")`,
    ],
  ]);
  unchanged([
    `INSERT INTO "shop_client" ("name", "age") VALUES ('bob', 3); args=('bob', 3); alias=default`,
    'INSERT INTO "django_migrations" ("app", "name") VALUES (\'shop\', \'0002_client_api_token\')',
    'DETAIL:  Key (email)=(bob@shop.example) already exists.',
    "Duplicate entry 'bob' for key 'auth_user.username'",
    'CREATE UNIQUE INDEX "t_api_token" ON "t" ("api_token")',
    'insert the key (a token) here',
    'SELECT "t"."api_token" FROM "t" WHERE "t"."name" = \'bob\'; args=(\'bob\',)',
  ]);
});

test('an insert of many rows that is cut in the middle shows no secret behind the cut', () => {
  const part = `INSERT INTO t (a, api_token) VALUES ${"('x', 'c4n4ry'), ".repeat(2000)}('y', 'c4`;
  const { text, inSecret } = createMasker([]).maskPart(part, 20_000);
  assert.ok(inSecret && !text.includes('c4n4ry'));
});

test('what smtplib says to a mail server for a login is masked, and what it says else stays readable', () => {
  shows([
    [String.raw`send: 'AUTH PLAIN AGJvYgBDNG40cnk=\r\n'`, String.raw`send: 'AUTH PLAIN ***\r\n'`],
    [
      String.raw`send: 'AUTH LOGIN Ym9i\r\n'` +
        '\n' +
        String.raw`reply: b'334 UGFzc3dvcmQ6\r\n'` +
        '\n' +
        String.raw`send: 'QzRuNHJ5\r\n'`,
      String.raw`send: 'AUTH LOGIN ***\r\n'` +
        '\n' +
        String.raw`reply: b'334 UGFzc3dvcmQ6\r\n'` +
        '\n' +
        String.raw`send: '***\r\n'`,
    ],
    ['AUTH XOAUTH2 dXNlcj1ib2IBYXV0aD1CZWFyZXIB', 'AUTH XOAUTH2 ***'],
  ]);
  unchanged([
    '250-AUTH LOGIN PLAIN XOAUTH2 CRAM-MD5',
    'AUTH LOGIN PLAIN',
    ...['quit', 'data', 'STARTTLS', 'ehlo [127.0.1.1]', 'mail FROM:<bob@x> size=12', 'AUTH CRAM-MD5'].map(
      (word) => `send: '${word}\\r\\n'`,
    ),
  ]);
});

test('the password of a machine of .netrc is masked on a line of its own too, and only there', () => {
  shows([
    ['machine h\n  login u\n  password c4n4ry\nafter', 'machine h\n  login u\n  password ***\nafter'],
    ['machine h\npassword "c4 n4ry"\nlogin u', 'machine h\npassword "***"\nlogin u'],
    ['machine h\n\tlogin u password c4n4ry', 'machine h\n\tlogin u password ***'],
  ]);
  unchanged(['password required', 'machine h\nstarted\npassword required', 'the machine is\npassword protected']);
  const masker = createMasker([]);
  masker.maskLine('machine h');
  assert.equal(masker.isHarmless('password'), false);
  masker.startEntry();
  assert.equal(masker.maskLine('password required'), 'password required');
});

test('a secret in a text within a text is masked: JSON in JSON, a page, an address in an address, the log of a connection', () => {
  shows([
    [
      String.raw`{"body": "{\"password\": \"c4\\\"n4ry\", \"a\": 1}"}`,
      String.raw`{"body": "{\"password\": \"***\", \"a\": 1}"}`,
    ],
    [String.raw`{"msg": "with password=\"c4n4ry\" now"}`, String.raw`{"msg": "with password=\"***\" now"}`],
    ['{&quot;password&quot;: &quot;c4n4ry&quot;, x}', '{&quot;password&quot;: &quot;***&quot;, x}'],
    ['{&#x27;password&#x27;: &#x27;c4n4ry&#x27;}', '{&#x27;password&#x27;: &#x27;***&#x27;}'],
    ['GET /login/?next=/x%3Ftoken%3Dc4n4ry%26page%3D1 HTTP', 'GET /login/?next=/x%3Ftoken%3D***%26page%3D1 HTTP'],
    ['odbc_connect=UID%3Dbob%3BPWD%3Dc4n4ry', 'odbc_connect=UID%3Dbob%3BPWD%3D***'],
    [
      String.raw`send: b'GET / HTTP/1.1\r\nHost: x\r\nX-Api-Key: c4n4ry\r\nCookie: a=c4n4ry; b=c4n4ry\r\nAccept: */*\r\n\r\n'`,
      String.raw`send: b'GET / HTTP/1.1\r\nHost: x\r\nX-Api-Key: ***\r\nCookie: ***\r\nAccept: */*\r\n\r\n'`,
    ],
    ['Stripe-Signature: t=1,v1=c4n4ry,v0=c4n4ry', 'Stripe-Signature: ***'],
    ['<SecretAccessKey>c4n4ry</SecretAccessKey><Code>1</Code>', '<SecretAccessKey>***</SecretAccessKey><Code>1</Code>'],
    [
      '<input type="hidden" name="csrfmiddlewaretoken" value="c4n4ry">',
      '<input type="hidden" name="csrfmiddlewaretoken" value="***">',
    ],
  ]);
  unchanged([
    '<label for="password">Password</label> <title>Token</title>',
    String.raw`{"body": "{\"password\": \"\"}"}`,
    '<input name="password" type="password" value="">',
  ]);
});

test('a secret is masked as the second of a pair, under a key in brackets and behind a default', () => {
  shows([
    [
      "OrderedDict([('username', 'bob'), ('password', 'c4n4ry')])",
      "OrderedDict([('username', 'bob'), ('password', '***')])",
    ],
    ["[(b'authorization', b'Bearer abc'), ('x-api-key', 'abc')]", "[(b'authorization', b'***'), ('x-api-key', '***')]"],
    ["os.environ.setdefault('SECRET_KEY', 'c4n4ry')", "os.environ.setdefault('SECRET_KEY', '***')"],
    [`setattr(settings, "SECRET_KEY", "c4n4ry")`, `setattr(settings, "SECRET_KEY", "***")`],
    [`os.environ['SECRET_KEY'] = 'c4n4ry'`, `os.environ['SECRET_KEY'] = '***'`],
    [`settings["DB"]["PASSWORD"]="c4n4ry"`, `settings["DB"]["PASSWORD"]="***"`],
    [`SECRET_KEY = os.environ.get("K") or 'c4n4ry' # x`, `SECRET_KEY = os.environ.get("***") or '***' # x`],
    [`PASSWORD = "c4n4ry" + 'c4n4ry'`, `PASSWORD = "***" + '***'`],
    [`{'name': 'DB_PASSWORD', 'value': 'c4n4ry'}`, `{'name': 'DB_PASSWORD', 'value': '***'}`],
    ['{"Key":"api_token","Value":"c4n4ry"}', '{"Key":"api_token","Value":"***"}'],
    ['| SECRET_KEY | c4n4ry | x |', '| SECRET_KEY | *** | x |'],
    ["HASHIDS_SALT = 'c4n4ry'", "HASHIDS_SALT = '***'"],
  ]);
  unchanged([
    "fields = ('password', 'email')",
    "fields = ('password1', 'password2'), order = ['old_password', 'new_password1', 'new_password2']",
    "dependencies reference nonexistent parent node ('authtoken', '0001_initial')",
    "@vary_on_headers('Cookie', 'Accept-language')",
    "[('password', 'Resource owner password-based'), ('token', 'Token')]",
    "unique_together = [['token', 'shop_id', 'n2'], ('name', 'x2')]",
    '| SECRET_KEY | what signs the sessions |',
    "{'name': 'page', 'value': '2', 'key': 'order'}",
    "signing.dumps(x, salt='django.contrib.sessions')",
    'KeyError: "token" or "secret" is needed',
  ]);
});

test('a secret that a sentence tells is masked, and a sentence about one stays readable', () => {
  const key = '9944b09199'.repeat(4);
  shows([
    ['Your temporary password is: c4n4ry', 'Your temporary password is: ***'],
    ['Password for bob: c4n4ry', 'Password for bob: ***'],
    ['the new password is c4n4ry1, keep it', 'the new password is *** keep it'],
    [`Generated token ${key} for user bob`, 'Generated token *** for user bob'],
    ['Your verification code is 123456.', 'Your verification code is ***.'],
    ['requirepass c4n4ry', 'requirepass ***'],
    ['session=q7x0k2m9q7x0k2m9q7x0k2m9q7x0k2m9 user=bob', 'session=*** user=bob'],
    ['get :1:django.contrib.sessions.cacheq7x0k2m9q7x0k2m9q7x0k2m9q7x0k2m9', 'get :1:django.contrib.sessions.cache***'],
    ['JSESSIONID=c4n4ry; PHPSESSID=c4n4ry; a=b', 'JSESSIONID=***; PHPSESSID=***; a=b'],
    ['curl -b "theme=dark; a=c4n4ry" --oauth2-bearer c4n4ry x', 'curl -b "***" --oauth2-bearer *** x'],
    ['{"auths":{"x":{"auth":"Ym9iOkM0bjRyeQ=="}}}', '{"auths":{"x":{"auth":"***"}}}'],
    ['https://c4n4ryabc:x-oauth-basic@github.example/x', 'https://***:***@github.example/x'],
    ['GET /?sesame=AAAAARc4n4ry0123456789abcd HTTP', 'GET /?sesame=*** HTTP'],
    ['GET /?ticket=ST-42-abc HTTP', 'GET /?ticket=*** HTTP'],
    ['session=eyJfcGVybWFuZW50Ijp0cnVlfQ.ZxYzAA.c4n4ryabcdefghijklmnopqrs', 'session=***'],
  ]);
  unchanged([
    'This password is too short. It must contain at least 8 characters.',
    'The password is too similar to the username.',
    'Error with the token for bob: timeout',
    'session=<Session 12> session: started session_id=42',
    'status code 404, exit code 1234, error code: 5003',
    'GET /?sid=42&auth=basic&magic=yes&invite=accepted&state=abcdef0123456789abcdef',
    "{'auth': 'django.contrib.auth', 'a': 1}",
    'auth": "required"',
  ]);
  // Put together here, so that nobody who looks for such tokens finds one in this file.
  for (const lead of [
    'gs' + 'k_',
    'sq0' + 'atp-',
    'lin' + '_api_',
    'pscale' + '_pw_',
    'xkeysib' + '-',
    'NRAK' + '-',
    'ATATT' + '3x',
    'xai' + '-',
  ])
    assert.equal(masked(`with ${lead}${'C4N4RY'.repeat(5)} now`), 'with *** now');
});

test('a line of such forms that is made to take long is masked in the time of any other', () => {
  for (const piece of [
    'insert into ',
    'insert into t (token',
    "insert into t (token) values ('",
    'insert into t (token) values (1), ',
    '"token" in (',
    `"token" like '`,
    'Key (token)=(',
    "Duplicate entry 'token",
    "('token', '",
    "'token', '\\",
    'name="token" value=',
    '<token a',
    '<token>',
    '| TOKEN |',
    '|  ',
    'password is ',
    'password for a',
    '\\"token\\": \\"',
    '\\\\\\',
    '&quot;token&quot;:&quot;',
    'token%3D',
    "token='a' or ",
    "send: 'AAAA",
    'AUTH PLAIN A',
    'machine a ',
    "; args=('token='",
    '://a',
  ]) {
    const line = piece.repeat(Math.ceil(65_536 / piece.length));
    assertWithin(
      500,
      () => {
        for (let times = 0; times < 4; times += 1) masked(line);
      },
      `256 KiB of ${JSON.stringify(piece)}`,
    );
  }
});

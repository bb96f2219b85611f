/** Addresses that settings take apart, as Python does. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hold, holdTold, KNOWN, NOTHING_FALSE } from '../held.ts';

const asked = 'scheme netloc path query fragment username password hostname port'.split(' ');

const parts = (name: string): string => asked.map((part) => `${name}.${part}`).join(', ');

const addresses = [
  'postgres://user:p%40ss@Db.Example.com:5432/shop?sslmode=require#x',
  'redis://:@secret@127.0.0.1:6379/0',
  'redis://localhost',
  'HTTPS://example.com',
  'https://example.com:/a/b',
  'sqlite:////var/db.sqlite3',
  '/only/a/path?x=1',
  '//host/path',
  '',
];

for (const address of addresses)
  test(`an address is taken apart as Python does: ${address || 'none'}`, () => {
    const text = `from urllib.parse import urlparse, urlsplit\nimport urllib.parse
u = urlparse("${address}")\ns = urllib.parse.urlsplit("${address}")\nR = [${parts('u')}, ${parts('s')}]`;
    assert.deepEqual(hold(text), KNOWN);
  });

const unsure = ['http://[::1]:80/', 'localhost:8000', 'http://a/b;c=d', 'mailto:a@b.c'];

for (const address of unsure)
  test(`nothing false is said of an address with rules of its own: ${address}`, () => {
    const text = `from urllib.parse import urlparse\nu = urlparse("${address}")\nR = [${parts('u')}]`;
    assert.deepEqual(holdTold(text), NOTHING_FALSE);
  });

test('a port that is no number is not told', () => {
  const text = `from urllib.parse import urlparse\nu = urlparse("redis://host:x/0")\ntry:\n    p = u.port\nexcept ValueError:\n    p = "none"\nR = [u.hostname, p]`;
  assert.deepEqual(holdTold(text), NOTHING_FALSE);
});

test('a password is quoted for an address as Python does', () => {
  const text = `from urllib.parse import quote, quote_plus
R = [quote("a b/c@d:é~_-.+"), quote("a/b", safe=""), quote("a b", " "), quote_plus("a b/c+d@é")]`;
  assert.deepEqual(hold(text), KNOWN);
});

import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startTestService, type TestService } from '../service.ts';

const types: Record<string, string> = {
  html: 'text/html',
  png: 'image/png',
  svg: 'image/svg+xml',
  js: 'text/javascript',
};
const names = readdirSync(fileURLToPath(new URL('../../docs/guide', import.meta.url))).map((file) => file.slice(0, -3));

describe('the guide', () => {
  let service: TestService;
  before(async () => {
    service = await startTestService();
  });
  after(() => service.end());

  const addressesIn = (html: string): string[] =>
    [...html.matchAll(/(?:href|src)="([^"#]+)/g)].map((match) => match[1] ?? '');

  test('every link between its pages and every picture leads somewhere, in a page of its own and in the drawer', async () => {
    const wanted = new Set<string>();
    for (const name of names) {
      const path = name === 'index' ? '/docs/' : `/docs/${name}/`;
      for (const query of ['', '?fragment']) {
        const answer = await service.owner.get(path + query);
        assert.equal(answer.status, 200, path);
        for (const address of addressesIn(answer.text)) {
          const url = new URL(address, `http://guide${path}`);
          if (url.host === 'guide') wanted.add(url.pathname);
        }
      }
    }
    assert.ok([...wanted].some((path) => path.endsWith('.png')));
    assert.ok(wanted.has('/icon.svg'), 'a page of its own has the icon of the window');
    for (const path of wanted) {
      const answer = await service.owner.get(path);
      assert.equal(answer.status, 200, path);
      const type = types[path.split('.')[1] ?? 'html'];
      assert.ok(type && (answer.headers['content-type'] ?? '').startsWith(type), path);
    }
  });

  test('the page of the API has the icon and the theme of the window', async () => {
    const { text } = await service.owner.get('/api/docs/');
    for (const path of ['/icon.svg', '/early.js']) assert.ok(addressesIn(text).includes(path), path);
  });

  test('every section of a page can be linked to by its words, and each has an address of its own', async () => {
    const pages = new Map<string, string>();
    for (const name of names)
      pages.set(name, (await service.owner.get(name === 'index' ? '/docs/' : `/docs/${name}/`)).text);
    const across: string[] = [];
    for (const [name, text] of pages) {
      const headings = [...text.matchAll(/<h([1-6])(?: id="([^"]+)")?>/g)].map((match) => match[2] ?? '');
      assert.ok(headings.length > 0 && headings.every((id) => id !== ''), name);
      assert.equal(new Set(headings).size, headings.length, name);
      for (const [link, page, id] of text.matchAll(/href="(?:(?:\.\.\/)?([a-z-]+)\/)?#([^"]+)"/g)) {
        assert.ok(pages.get(page ?? name)?.includes(`id="${id}"`), `${link} of ${name}`);
        if (page !== undefined) across.push(link);
      }
    }
    assert.ok(across.length > 0, 'one page leads to a section of another');
  });

  test('only pictures of the guide are given out, and only to people with a session', async () => {
    const [picture] = readdirSync(fileURLToPath(new URL('../../docs/pictures', import.meta.url)));
    assert.equal((await service.owner.get(`/docs/pictures/${picture}`)).status, 200);
    assert.notEqual((await service.client().get(`/docs/pictures/${picture}`)).status, 200);
    for (const name of ['no-such.png', '..%2f..%2fpackage.json', 'overview.png%00', '../guide/index.md']) {
      assert.equal((await service.owner.get(`/docs/pictures/${name}`)).status, 404, name);
    }
  });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addLook, awayMs, changesSince, readLooks } from '../../../src/web/pages/overview/looks.ts';
import { bytesText } from '../../../src/web/pages/runs/bytes.ts';
import { runNumber } from '../../../src/web/pages/runs/run-number.ts';
import { type PaletteItem, prepareAhead, rank, score } from '../../../src/web/shell/palette/palette-rank.ts';
import { iconSvg } from '../../../src/web/shell/watch/favicon.ts';
import { hearTime, serviceNow } from '../../../src/web/wire/clock.ts';
import { connection, pollEveryMs } from '../../../src/web/wire/connection.ts';
import { localPath } from '../../../src/web/wire/local-path.ts';
import { once } from '../../../src/web/wire/once.ts';

test('polls every 3 s in sight, seldom in a hidden tab, and less and less while the service is away', () => {
  assert.equal(pollEveryMs(false), 3_000);
  assert.equal(pollEveryMs(true), 15_000);
  const waits = Array.from({ length: 6 }, () => {
    connection.failed({ isPoll: true });
    return pollEveryMs(false);
  });
  assert.deepEqual(waits, [3_000, 6_000, 12_000, 20_000, 20_000, 20_000]);
  connection.answered();
  assert.equal(pollEveryMs(false), 3_000);
});

test('what someone presses while the service is away lets nobody wait longer, and who asks to try now begins anew', () => {
  connection.failed({ isPoll: true });
  for (let press = 0; press < 5; press++) connection.failed();
  assert.equal(pollEveryMs(false), 3_000);
  connection.failed({ isPoll: true });
  assert.equal(pollEveryMs(false), 6_000);
  connection.expected();
  connection.failed({ isPoll: true });
  assert.equal(pollEveryMs(false), 3_000);
  connection.answered();
});

test('the service counts as away since the first request that failed', () => {
  connection.failed();
  const { since } = connection.read();
  connection.failed();
  assert.equal(connection.read().since, since);
  connection.answered();
  assert.equal(connection.read().since, null);
});

test('the service counts as away since a time of its own clock, however wrong that of the browser is', (t) => {
  t.mock.timers.enable({ apis: ['Date', 'setInterval'], now: Date.parse('2026-11-18T12:00:00Z') });
  hearTime('Wed, 18 Nov 2026 09:30:00 GMT', Date.now(), Date.now());
  t.after(() => hearTime(new Date().toUTCString(), Date.now(), Date.now()));
  const away = () => connection.read().since?.toISOString().slice(0, 16);
  connection.failed();
  assert.equal(away(), '2026-11-18T09:30');
  connection.answered();
  const over = connection.asked();
  t.mock.timers.tick(5_000);
  assert.equal(away(), '2026-11-18T09:30', 'silent');
  over();
  connection.answered();
});

test('the service counts as silent after five seconds without any answer, and not while it answers something else', (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const over = connection.asked();
  t.mock.timers.tick(4_000);
  connection.answered();
  t.mock.timers.tick(5_000);
  assert.equal(connection.read().since, null);
  t.mock.timers.tick(1_000);
  assert.ok(connection.read().isSilent);
  assert.equal(pollEveryMs(false), 3_000);
  connection.answered();
  assert.equal(connection.read().since, null);
  over();
  t.mock.timers.tick(60_000);
  assert.equal(connection.read().since, null);
});

const item = (group: PaletteItem['group'], label: string, dotted = label): PaletteItem => ({
  id: label,
  group,
  label,
  detail: '',
  dotted,
  act: () => undefined,
});

test('the palette puts a whole name before a beginning, and a beginning before the middle', () => {
  const points = (label: string, wanted: string) => score(item('page', label), [wanted]);
  assert.ok(points('Logs', 'logs') > points('Logs of today', 'logs'));
  assert.ok(points('Logs of today', 'logs') > points('All logs', 'logs'));
  assert.ok(points('All logs', 'logs') > points('Catalogs', 'logs'));
  assert.ok(points('OrderLine', 'ol') > 0);
  assert.equal(points('Theme: Light', 'mig'), 0);
});

test('the palette shows fields and migrations only when something is asked', () => {
  const items = [item('page', 'Schema'), item('field', 'isbn'), item('migration', '0002_isbn')];
  const shown = (text: string) => rank(items, text).map(({ label }) => label);
  assert.deepEqual(shown(''), ['Schema']);
  assert.deepEqual(shown('isb'), ['isbn', '0002_isbn']);
});

test('what the palette opens on Enter is what was named, not what has the word somewhere', () => {
  const items = [item('action', 'Search the code'), item('workspace', 'shop', '/home/me/code'), item('model', 'Code')];
  const shown = (text: string) => rank(items, text).map(({ label }) => label);
  assert.deepEqual(shown('code'), ['Code', 'Search the code', 'shop']);
  assert.deepEqual(shown('se'), ['Search the code'], 'groups stay in their order otherwise');
});

test('what the palette prepares before a letter is typed changes nothing of what is found', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const items = () => [item('model', 'OrderLine'), item('field', 'Ordered')];
  const ahead = items();
  const stop = prepareAhead(ahead);
  t.mock.timers.tick(1);
  stop();
  assert.ok(ahead.every(({ prepared }) => prepared !== undefined));
  for (const text of ['order', 'ol'])
    assert.deepEqual(
      rank(ahead, text).map(({ id }) => id),
      rank(items(), text).map(({ id }) => id),
    );
});

test('the palette finds what is typed in several words or as a dotted name', () => {
  const items = [item('field', 'due_on', 'lending.Loan.due_on'), item('field', 'due_on', 'billing.Bill.due_on')];
  const found = (text: string) => rank(items, text).map(({ dotted }) => dotted);
  for (const text of ['loan due', 'due loan', 'Loan.due_on', 'lending.loan.d', ' lending  due '])
    assert.deepEqual(found(text), ['lending.Loan.due_on'], text);
  assert.deepEqual(found('loan nothing'), []);
});

test('the palette finds a field by its own name, not for the sake of its model alone', () => {
  const items = [item('model', 'Loan'), item('field', 'due_on', 'lending.Loan.due_on'), item('field', 'loan')];
  const found = (text: string) => rank(items, text).map(({ id }) => id);
  assert.deepEqual(found('loan'), ['Loan', 'loan']);
  assert.deepEqual(found('lending loan'), []);
  assert.deepEqual(found('loan.'), ['due_on'], 'with a dot the fields of a model are asked for');
});

test('a colour that is no colour does not get into the icon', () => {
  assert.doesNotMatch(iconSvg('"><script>', 'bad'), /script/);
  assert.match(iconSvg('#2f7d5b', 'bad'), /#2f7d5b/);
});

test('sizes are told as people read them', () => {
  assert.deepEqual([0, 999, 1_000, 999_960, 64_000_000].map(bytesText), [
    '0 B',
    '999 B',
    '1.0 KB',
    '1.0 MB',
    '64.0 MB',
  ]);
});

test('what changed is told since one was away, however often one looks after that', () => {
  const figures = (pending: string, models = '26') => [
    { title: 'Pending migrations', value: pending },
    { title: 'Own models', value: models },
  ];
  const first = addLook(null, figures('2'), 0);
  assert.equal(first.before, null, 'the first look has none before it');
  const still = addLook(first, figures('3'), awayMs);
  assert.equal(still.before, null, 'nobody was away');
  const back = addLook(still, figures('4'), awayMs * 3);
  const again = addLook(back, figures('5'), awayMs * 3 + 1);
  assert.equal(again.before?.at, awayMs);
  assert.deepEqual(changesSince(still.last, figures('5')), [{ title: 'Pending migrations', was: '3', now: '5' }]);
  assert.deepEqual(changesSince(still.last, figures('3')), []);
  assert.deepEqual(changesSince(still.last, [{ title: 'Project', value: 'does not start' }]), [
    { title: 'Project', was: null, now: 'does not start' },
  ]);
});

test('an address names a run by its number, and by nothing that only turns into one', () => {
  assert.equal(runNumber('17'), 17);
  for (const text of ['abc', '', '0', '-1', '1e3', '0x10', '1.5', ' 7', '9'.repeat(30)])
    assert.equal(runNumber(text), null, text);
});

test('a look that the browser kept in another shape is none, and breaks nothing', (t) => {
  const last = { at: 5, figures: { 'Own models': '3' } };
  const keep = (kept: unknown) => {
    const store = { getItem: () => JSON.stringify(kept) };
    Object.defineProperty(globalThis, 'localStorage', { value: store, configurable: true, writable: true });
  };
  const before = Object.getOwnPropertyDescriptor(globalThis, 'localStorage');
  t.after(() => (before ? Object.defineProperty(globalThis, 'localStorage', before) : undefined));
  keep({ last, before: last });
  assert.deepEqual(readLooks('shop'), { last, before: last });
  const odds = [
    {},
    { at: 'soon', figures: {} },
    { at: 1e20, figures: {} },
    { at: 5, figures: null },
    { at: 5, figures: { 'Own models': { value: '3' } } },
  ];
  for (const odd of odds) {
    keep({ last, before: odd });
    assert.deepEqual(readLooks('shop'), { last, before: null });
    keep({ last: odd });
    assert.equal(readLooks('shop'), null);
  }
});

test('a browser that grants notifications and then refuses to make one, as those of phones do, costs the window nothing', async (t) => {
  class Refused {
    static permission = 'granted';
    constructor() {
      throw new TypeError('Illegal constructor');
    }
  }
  const page = { baseURI: 'http://inspector.localhost/', visibilityState: 'hidden' };
  for (const [name, value] of Object.entries({ document: page, Notification: Refused })) {
    Object.defineProperty(globalThis, name, { value, configurable: true });
    t.after(() => Reflect.deleteProperty(globalThis, name));
  }
  const { notify } = await import('../../../src/web/shell/watch/notify.ts');
  notify('Check project', 'atlas', '/w/atlas/runs/1');
});

test('what is asked for twice before there is an answer is asked for once, and anew after it, also after a refusal', async () => {
  const asked: string[] = [];
  const ask = (name: string) =>
    once(name, async () => {
      asked.push(name);
      await null;
      if (name === 'refused') throw new Error('no');
      return asked.length;
    });
  assert.deepEqual(await Promise.all([ask('a'), ask('a'), ask('b')]), [2, 2, 2]);
  await ask('a');
  assert.deepEqual(asked.splice(0), ['a', 'b', 'a']);
  for (let press = 0; press < 2; press++) {
    await Promise.all([assert.rejects(ask('refused')), assert.rejects(ask('refused'))]);
  }
  assert.deepEqual(asked, ['refused', 'refused']);
});

test('times are told by the clock of the service where that of the browser is another', (t) => {
  const now = Date.parse('2026-11-18T00:10:00.500Z');
  t.mock.timers.enable({ apis: ['Date'], now });
  const header = (ms: number) => new Date(now + ms).toUTCString();
  const told = (ms: number, asked = now - 300) => {
    hearTime(header(ms), asked, now);
    return serviceNow() - now;
  };
  assert.equal(told(0), 0, 'of this very second');
  assert.equal(told(-20_000, now - 30_000), 0, 'the answer was long on its way');
  assert.ok(Math.abs(told(-3_600_000) + 3_600_000) <= 1_000, 'the browser is an hour ahead');
  hearTime('no time', now, now);
  hearTime(null, now, now);
  assert.ok(serviceNow() < now, 'an answer that says nothing changes nothing');
  assert.ok(Math.abs(told(3_600_000) - 3_600_000) <= 1_000, 'the browser is an hour behind');
  assert.equal(told(0), 0, 'set right meanwhile');
});

test('after a log-in one comes back to a path of the window, and to no address of others', () => {
  for (const next of ['/', '/w/atlas/logs/?q=a%20b#c', '/w/a b/']) assert.equal(localPath(next), next);
  for (const next of [
    null,
    '',
    'w/',
    '//evil.test/',
    '/\\evil.test',
    '/\t/evil.test',
    '/\n/evil.test',
    'https://evil.test',
  ])
    assert.equal(localPath(next), '/', JSON.stringify(next));
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byName, inAppOrder } from '../../../src/web/order.ts';
import { typedPath } from '../../../src/web/pages/add/typed-path.ts';
import { clientName } from '../../../src/web/pages/admin/client-name.ts';
import { balancedColumns } from '../../../src/web/pages/overview/columns.ts';
import { endDirection } from '../../../src/web/parts/marks/end-direction.ts';
import { durationText, relativeTime } from '../../../src/web/parts/time/time-words.ts';
import { texts } from '../../../src/web/texts.ts';

test('names are in the order a person gives them', () => {
  assert.deepEqual(['app10', 'app2', 'app1', 'App3'].sort(byName), ['app1', 'app2', 'App3', 'app10']);
  const apps = [
    { label: 'auth', own: false },
    { label: 'shop10', own: true },
    { label: 'shop9', own: true },
  ];
  assert.deepEqual(
    inAppOrder(apps).map((app) => app.label),
    ['shop9', 'shop10', 'auth'],
  );
});

test('a name in two scripts is cut at its end, by the way its last letters run', () => {
  const ends = ['shop', 'متجر', 'متجر shop 2', 'shop (متجر)', 'חנות', '42', ''].map(endDirection);
  assert.deepEqual(ends, ['ltr', 'rtl', 'ltr', 'rtl', 'rtl', 'ltr', 'ltr']);
});

test('cards fill their rows evenly', () => {
  assert.deepEqual(
    [7, 8, 9, 10].map((cards) => [balancedColumns(cards, 5), balancedColumns(cards, 4)]),
    [
      [4, 4],
      [4, 4],
      [5, 3],
      [5, 4],
    ],
  );
  assert.equal(balancedColumns(2, 5), 2);
});

test('one is called one', () => {
  const { drawer, page, compare } = texts.runs;
  assert.equal(drawer.noteLeft(1), '1 character left');
  assert.equal(page.cut(1), '1 line was cut out of the middle.');
  assert.equal(page.facts.usualOf('0.88 s', 1), '0.88 s the time before');
  assert.equal(compare.unchanged(1), '1 unchanged line');
});

test('notes are told apart from problems', () => {
  const { title } = texts.problems;
  assert.deepEqual([title(2, 0), title(1, 2), title(0, 1)], ['2 problems', '1 problem, 2 notes', '1 note']);
});

test('what a run wrote is told where it was counted, and nowhere else said to be nothing', () => {
  const { discarded } = texts.runs.sandbox;
  assert.equal(discarded('copy-on-write', 0, '0 B'), 'Nothing written');
  assert.equal(discarded('reduced', 3, '2 kB'), '3 files written (2 kB), discarded');
  assert.equal(discarded('read-only', null, '0 B'), 'Not counted, and thrown away');
  assert.equal(discarded('none', null, '0 B'), 'Not counted, and not thrown away');
});

test('a session says which browser it is in, and keeps what it does not know as it was said', () => {
  const chrome =
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
  assert.equal(clientName(chrome), 'Chrome 140 on Linux');
  assert.equal(clientName(`${chrome} Edg/140.0.3485.54`), 'Edge 140 on Linux');
  assert.equal(
    clientName(
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.3 Safari/605.1.15',
    ),
    'Safari 18 on macOS',
  );
  assert.equal(
    clientName('Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0'),
    'Firefox 143 on Windows',
  );
  assert.equal(clientName('inspector'), 'inspector');
  assert.equal(clientName(null), null);
});

test('how long ago is told in days of the calendar, and no minute has sixty seconds', () => {
  const at = (text: string) => new Date(text).getTime();
  const ago = (then: string, now: string) => relativeTime(at(then), at(now));
  const words = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });
  assert.equal(ago('2026-11-16T12:00:30', '2026-11-16T12:01:20'), 'just now');
  assert.equal(ago('2026-11-16T10:30:00', '2026-11-16T12:01:20'), words.format(-1, 'hour'));
  assert.equal(ago('2026-11-16T20:00:00', '2026-11-17T22:00:00'), words.format(-1, 'day'));
  assert.equal(ago('2026-11-16T23:00:00', '2026-11-18T01:00:00'), words.format(-2, 'day'));
  assert.deepEqual([59.4, 59.97, 119.7, 60].map(durationText), ['59.4 s', '1 min 0 s', '2 min 0 s', '1 min 0 s']);
});

test('a folder may be pasted as a shell, a file manager or a browser writes it', () => {
  assert.equal(typedPath(' /srv/my shop'), '/srv/my shop');
  assert.equal(typedPath('/srv/my shop '), '/srv/my shop ', 'which may be its name: the service looks');
  assert.equal(typedPath(' "/srv/my shop " '), '/srv/my shop ');
  assert.equal(typedPath('file:///srv/my%20shop%20'), '/srv/my shop ');
  assert.equal(typedPath("'/srv/my shop'"), '/srv/my shop');
  assert.equal(typedPath('"/srv/it\'s"'), "/srv/it's");
  assert.equal(typedPath('file:///srv/my%20shop'), '/srv/my shop');
  assert.equal(typedPath('file:///srv/100%'), 'file:///srv/100%');
  assert.equal(typedPath('/srv/100%25'), '/srv/100%25');
  assert.equal(typedPath('~/shop'), '~/shop');
  assert.equal(typedPath('"'), '"');
});

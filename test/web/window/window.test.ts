import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytesText } from '../../../src/web/pages/runs/bytes.ts';
import { rank, score } from '../../../src/web/shell/palette/palette-rank.ts';
import { iconSvg } from '../../../src/web/shell/watch/favicon.ts';
import { connection, pollEveryMs } from '../../../src/web/wire/connection.ts';

test('polls every 3 s in sight, seldom in a hidden tab, and less and less while the service is away', () => {
  assert.equal(pollEveryMs(false), 3_000);
  assert.equal(pollEveryMs(true), 15_000);
  const waits = Array.from({ length: 6 }, () => {
    connection.failed();
    return pollEveryMs(false);
  });
  assert.deepEqual(waits, [3_000, 6_000, 12_000, 20_000, 20_000, 20_000]);
  connection.answered();
  assert.equal(pollEveryMs(false), 3_000);
});

test('the service counts as away since the first request that failed', () => {
  connection.failed();
  const { since } = connection.read();
  connection.failed();
  assert.equal(connection.read().since, since);
  connection.answered();
  assert.deepEqual(connection.read(), { since: null, failures: 0 });
});

test('the palette puts a whole name before a beginning, and a beginning before the middle', () => {
  assert.ok(score('Logs', 'logs') > score('Logs of today', 'logs'));
  assert.ok(score('Logs of today', 'logs') > score('All logs', 'logs'));
  assert.ok(score('All logs', 'logs') > score('Catalogs', 'logs'));
  assert.ok(score('OrderLine', 'ol') > 0);
  assert.equal(score('Theme: Light', 'mig'), 0);
});

test('the palette shows fields only when something is asked', () => {
  const item = (group: 'page' | 'field', label: string) => ({
    id: label,
    group,
    label,
    detail: '',
    act: () => undefined,
  });
  const items = [item('page', 'Schema'), item('field', 'isbn')];
  assert.deepEqual(
    rank(items, '').map((each) => each.label),
    ['Schema'],
  );
  assert.deepEqual(
    rank(items, 'isb').map((each) => each.label),
    ['isbn'],
  );
});

test('a colour that is no colour does not get into the icon', () => {
  assert.doesNotMatch(iconSvg('"><script>', 'bad'), /script/);
  assert.match(iconSvg('#2f7d5b', 'bad'), /#2f7d5b/);
});

test('sizes are told as people read them', () => {
  assert.deepEqual([0, 999, 1_000, 64_000_000].map(bytesText), ['0 B', '999 B', '1.0 KB', '64.0 MB']);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { versionSupport } from '../../../src/frameworks/django/support.ts';

const on = (day: string) => new Date(`${day}T12:00:00Z`);

test('a version says until when it is supported, on the day it is asked', () => {
  assert.deepEqual(versionSupport('4.2.16', on('2025-11-15')), {
    text: '4.2.16, LTS until April 2026',
    supported: true,
  });
  assert.deepEqual(versionSupport('4.2.16', on('2026-04-30')), {
    text: '4.2.16, LTS until April 2026',
    supported: true,
  });
  assert.deepEqual(versionSupport('4.2.16', on('2026-05-01')), {
    text: '4.2.16 LTS, support ended in April 2026',
    supported: false,
  });
  assert.deepEqual(versionSupport('3.2.25', on('2026-11-15')), {
    text: '3.2.25 LTS, support ended in April 2024',
    supported: false,
  });
  assert.deepEqual(versionSupport('6.0', on('2026-11-15')), {
    text: '6.0, supported until April 2027',
    supported: true,
  });
  assert.deepEqual(versionSupport('6.1.2', on('2026-11-15')), {
    text: '6.1.2, supported until December 2027',
    supported: true,
  });
});

test('a version that is too old or too new for the table is not guessed at', () => {
  assert.deepEqual(versionSupport('1.4.22', on('2026-11-15')), {
    text: '1.4.22, no longer supported',
    supported: false,
  });
  assert.equal(versionSupport('9.1', on('2026-11-15')).supported, null);
  assert.deepEqual(versionSupport('>=4.2', on('2026-11-15')), {
    text: '>=4.2, the version in use is not known here',
    supported: null,
  });
  assert.deepEqual(versionSupport(null, on('2026-11-15')), { text: 'unknown', supported: null });
  assert.deepEqual(versionSupport('git+https://x', on('2026-11-15')), { text: 'git+https://x', supported: null });
});

test('pre-releases and bare series belong to their series', () => {
  assert.equal(versionSupport('5.2rc1', on('2026-11-15')).supported, true);
  assert.equal(versionSupport('5.1', on('2026-11-15')).supported, false);
  assert.equal(versionSupport('1.10', on('2026-11-15')).supported, false);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { versionSupport } from '../../../src/frameworks/django/support.ts';

const on = (day: string) => new Date(`${day}T12:00:00Z`);

test('a version says until when it is supported, on the day it is asked', () => {
  assert.equal(versionSupport('4.2.16', on('2025-11-15')), 'LTS until April 2026');
  assert.equal(versionSupport('4.2.16', on('2026-04-30')), 'LTS until April 2026');
  assert.equal(versionSupport('4.2.16', on('2026-05-01')), 'LTS, support ended in April 2026');
  assert.equal(versionSupport('3.2.25', on('2026-11-15')), 'LTS, support ended in April 2024');
  assert.equal(versionSupport('4.1.13', on('2026-11-15')), 'Support ended in December 2023');
  assert.equal(versionSupport('6.0', on('2026-11-15')), 'Supported until April 2027');
  assert.equal(versionSupport('6.1.2', on('2026-11-15')), 'Supported until December 2027');
});

test('a version that is too old or too new for the table is not guessed at', () => {
  assert.equal(versionSupport('1.4.22', on('2026-11-15')), 'No longer supported');
  assert.equal(versionSupport('9.1', on('2026-11-15')), 'Support status not known here');
  assert.equal(versionSupport('>=4.2', on('2026-11-15')), 'The version in use is not known here');
  assert.equal(versionSupport(null, on('2026-11-15')), 'Neither packages nor requirements name it');
  assert.equal(versionSupport('git+https://x', on('2026-11-15')), 'Support status not known here');
});

test('pre-releases and bare series belong to their series', () => {
  assert.equal(versionSupport('5.2rc1', on('2026-11-15')), 'LTS until April 2028');
  assert.equal(versionSupport('5.1', on('2026-11-15')), 'Support ended in December 2025');
  assert.equal(versionSupport('1.10', on('2026-11-15')), 'Support ended in December 2017');
});

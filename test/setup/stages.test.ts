import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { type Machine, makeMachine } from './machine.ts';

let machine: Machine;
beforeEach(() => {
  machine = makeMachine();
  machine.giveEverything();
  machine.pretendSample();
  machine.write('test/architecture.test.ts', passing('the floors hold'));
  machine.write('test/room/one.test.ts', passing('a promise is kept'));
  machine.write('test/e2e/window.test.ts', passing('the window opens'));
});
afterEach(() => machine.remove());

const script = 'scripts/test.mjs';
const passing = (title: string) => `import { test } from 'node:test'; test('${title}', () => {});`;
const failing = (title: string) =>
  `import { test } from 'node:test'; test('${title}', () => { throw new Error('broken'); });`;

test('stages run in order and the summary has each with its time', async () => {
  const { code, stdout } = await machine.run([script, 'browser', 'architecture', 'tests'], { CI: 'true' });
  assert.equal(code, 0, stdout);
  assert.match(stdout, /the floors hold[\s\S]*a promise is kept[\s\S]*the window opens/);
  assert.match(
    stdout,
    /architecture +[\d.]+ s {2}passed\ntests +[\d.]+ s {2}passed\nbrowser +[\d.]+ s {2}passed\nPassed after \d+ s\.\n$/,
  );
});

test('the first stage that fails ends the run with status 1', async () => {
  machine.write('test/architecture.test.ts', failing('the floors hold'));
  const { code, stdout } = await machine.run([script, 'architecture', 'tests']);
  assert.equal(code, 1);
  assert.doesNotMatch(stdout, /a promise is kept/);
  assert.match(stdout, /architecture +[\d.]+ s {2}failed\nFAILED after \d+ s\.\n$/);
});

test('what runs beside another stage comes to its end whatever becomes of that one, and is told after it', async () => {
  machine.write('test/e2e/axe.test.ts', passing('axe finds nothing'));
  machine.write('test/room/one.test.ts', failing('a promise is kept'));
  const { code, stdout } = await machine.run([script, 'tests', 'browser', 'accessibility']);
  assert.equal(code, 1);
  assert.match(
    stdout,
    /── tests, beside it browser, beside it accessibility\n[\s\S]*a promise is kept[\s\S]*── browser\n[\s\S]*the window opens[\s\S]*── accessibility\n[\s\S]*axe finds nothing/,
  );
  const passed = (name: string) => `${name} +[\\d.]+ s {2}passed\n`;
  const summary = `tests +[\\d.]+ s {2}failed\n${passed('browser')}${passed('accessibility')}FAILED after \\d+ s\\.\n$`;
  assert.match(stdout, new RegExp(summary));
});

test('a stage that follows another is left out when that one fails', async () => {
  machine.write('test/e2e/axe.test.ts', passing('axe finds nothing'));
  machine.write('test/e2e/window.test.ts', failing('the window opens'));
  const { code, stdout } = await machine.run([script, 'tests', 'browser', 'accessibility']);
  assert.equal(code, 1);
  assert.doesNotMatch(stdout, /axe finds nothing/);
  assert.match(stdout, /browser +[\d.]+ s {2}failed\naccessibility +0\.0 s {2}left out: browser failed\nFAILED/);
});

test('a hook that would be run for the tests of other files is refused, one inside of `describe` is not', async () => {
  const hooked = (hook: string) =>
    `import { afterEach, describe, test } from 'node:test';\n${hook}\ntest('a', () => {});`;
  machine.write('test/web/one.test.ts', hooked("describe('b', () => {\n  afterEach(() => {});\n});"));
  const inside = await machine.run([script, 'in-process']);
  assert.equal(inside.code, 0, inside.stdout);
  machine.write('test/web/one.test.ts', hooked('afterEach(() => {});'));
  const { code, stdout } = await machine.run([script, 'in-process']);
  assert.equal(code, 1);
  assert.match(stdout, /test\/web\/one\.test\.ts has a hook outside of its `describe`/);
});

test('a stage that fails beside another fails the run', async () => {
  machine.write('test/e2e/window.test.ts', failing('the window opens'));
  const { code, stdout } = await machine.run([script, 'tests', 'browser']);
  assert.equal(code, 1);
  assert.match(stdout, /tests +[\d.]+ s {2}passed\nbrowser +[\d.]+ s {2}failed\nFAILED after \d+ s\.\n$/);
});

test('without a browser its stage is left out aloud, and with CI=true the run fails', async () => {
  rmSync(join(machine.root, '.machine/chromium'));
  const alone = await machine.run([script, 'architecture', 'browser']);
  assert.equal(alone.code, 0);
  assert.match(alone.stdout, /browser +[\d.]+ s {2}left out: no browser\nMissing on this machine: browser/);
  assert.doesNotMatch(alone.stdout, /the window opens/);
  const ci = await machine.run([script, 'architecture', 'browser'], { CI: 'true' });
  assert.equal(ci.code, 1);
});

test('a stage that finds no test file fails rather than passes', async () => {
  rmSync(join(machine.root, 'test/room'), { recursive: true });
  const { code, stdout } = await machine.run([script, 'tests']);
  assert.equal(code, 1);
  assert.match(stdout, /No test file found for this stage\.\n\ntests +[\d.]+ s {2}failed/);
});

test('an unknown stage is refused with the list of those there are', async () => {
  const { code, stderr } = await machine.run([script, 'speling']);
  assert.equal(code, 1);
  assert.match(
    stderr,
    /No stage speling\. There are: types, lint, architecture, renderer, tests, reader, in-process, command-line, browser, accessibility\./,
  );
});

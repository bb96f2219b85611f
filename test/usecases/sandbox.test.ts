import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../service.ts';

test('whoever asks for the sandbox at the same time shares one look at the machine, and a bad answer is asked again', async (t) => {
  const service = await startTestService();
  t.after(() => service.end());
  const { context } = service.app;
  const { ticks } = context.clock;
  await context.sandbox();
  const looks = t.mock.method(context.runner, 'probeSandbox');
  t.mock.method(context.clock, 'ticks', () => ticks() + 120_000);
  const states = await Promise.all(Array.from({ length: 20 }, () => context.sandbox()));
  assert.equal(new Set(states).size, 1);
  assert.equal(looks.mock.callCount(), 1);
  const none = { available: false, profile: null, reason: 'none', remedy: null, proven: false };
  t.mock.method(context.clock, 'ticks', () => ticks() + 240_000);
  looks.mock.mockImplementation(() => Promise.resolve(none));
  assert.deepEqual(await Promise.all([context.sandbox(), context.sandbox()]), [none, none]);
  looks.mock.restore();
  assert.equal((await context.sandbox()).available, states[0]?.available);
});

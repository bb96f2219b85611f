import assert from 'node:assert/strict';
import { test } from 'node:test';
import { givenUp, makeProject, startTestService, until, waitForScans } from '../service.ts';

test('an answer is heard behind all that a project prints while it starts', async (t) => {
  const service = await startTestService();
  t.after(() => service.end());
  const { context } = service.app;
  const heard: string[] = [];
  const { read } = context.scanner;
  context.scanner.read = (input, events) => {
    if (input.live !== null) heard.push(input.live.output);
    return read(input, events);
  };
  context.runner.start = (_request, events) => {
    const noise = `${'x'.repeat(99)}\n`.repeat(10_000);
    for (let batch = 0; batch < 20; batch += 1) events.onLines?.([{ at: 0, text: noise, lines: 10_000 }], 0);
    events.onLines?.([{ at: 0, text: 'the answer', lines: 1 }], 0);
    return {
      ended: Promise.resolve({ ...givenUp, ended: 'exited', exitCode: 0 }),
      cancel: () => {},
    };
  };
  await service.owner.post('/api/workspaces/', { path: makeProject(service.folder, 'shop') });
  await until(
    () => heard.length,
    (times) => times > 0,
    'the project was asked',
  );
  assert.ok(heard[0]?.endsWith('\nthe answer'));
});

test('a project that could not be asked for something of ours is not said not to start', async (t) => {
  const service = await startTestService();
  t.after(() => service.end());
  const cause = 'The run could not be started: The disk with the data folder is full. Free some space and try again.';
  const end = { ...givenUp, ended: 'could_not_start', exitCode: 126, cause } as const;
  service.app.context.runner.start = () => ({ ended: Promise.resolve(end), cancel: () => undefined });
  await service.owner.post('/api/workspaces/', { path: makeProject(service.folder, 'sound') });
  const { insights } = await waitForScans(service.owner, 'sound');
  assert.deepEqual(insights[0], {
    title: 'Project',
    value: 'not asked',
    delta: `The project could not be asked: ${cause} What is shown comes from its text.`,
  });
});

/** What an agent is told while a project is read for the first time. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { InspectorError } from '../../src/kit/errors.ts';
import type { Ask, Call } from '../../src/mcp/tool.ts';
import { workspaceTools } from '../../src/mcp/tools/workspaces.ts';

const appsRead = [{ label: 'sales', pending_migrations: 2, models: 1 }];

/** Models are known from the start; migrations, and what rests on them, when they were asked for as often as this. */
const serviceThatReads = (times: number): Ask => {
  let left = times;
  return async <T>(_method: string, path: string): Promise<T> => {
    const isRead = left <= 0;
    if (path.endsWith('/schema/')) return { project: { settings_module: 'config.settings' } } as T;
    if (path.endsWith('/migrations/')) {
      left -= 1;
      if (!isRead) throw new InspectorError('unavailable', 'It has not been scanned for its migrations yet.');
      return { apps: [] } as T;
    }
    const scans = [{ id: 1, kind: 'migrations', status: isRead ? 'completed' : 'running', progress: 50, summary: '' }];
    return { insights: [], apps: isRead ? appsRead : [], scans, tasks: [] } as T;
  };
};

test('a status is told when migrations were read: before that, no app would look as if there were none', async () => {
  const status = workspaceTools.find(({ name }) => name === 'read_status');
  const service = { ask: serviceThatReads(2) } as Call['service'];
  const call: Call = { service, tell: () => undefined, signal: AbortSignal.timeout(20_000) };
  const told = (await status?.answer({ workspace: 'shop' } as never, call)) as Record<string, unknown>;
  assert.deepEqual([told.apps, told.scanning], [appsRead, false]);
});

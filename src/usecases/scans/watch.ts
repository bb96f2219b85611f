/** Scans again when files of a workspace change. One watch per workspace, renewed when its log files become known. */
import { scanKinds } from '../../contract/words.ts';
import type { FolderWatch } from '../../scanner/scanner.ts';
import type { Context } from '../context.ts';
import { addOwnLogLine } from './own-log.ts';
import { requestScans } from './request.ts';

export type Watching = { close(): void };

export const watchWorkspaces = async (context: Context): Promise<Watching> => {
  const watches = new Map<number, { watch: FolderWatch; logFiles: string }>();

  const renew = async (workspaceId: number): Promise<void> => {
    const workspace = await context.store.workspaces.findById(workspaceId);
    const files = context.projects.get(workspaceId)?.logFiles ?? [];
    const known = watches.get(workspaceId);
    if (known && workspace && known.logFiles === files.join('\n')) return;
    known?.watch.close();
    watches.delete(workspaceId);
    if (!workspace) return;
    const watch = context.scanner.watch(workspace.path, files, {
      onChange: (what) => {
        requestScans(context, workspaceId, what === 'logs' ? ['logs'] : scanKinds).catch((error) =>
          context.log.warn({ err: error }, 'scan after a change not queued'),
        );
      },
      onPartly: (message) => {
        addOwnLogLine(context, workspaceId, 'warning', message).catch((error) =>
          context.log.warn({ err: error }, message),
        );
      },
    });
    watches.set(workspaceId, { watch, logFiles: files.join('\n') });
  };

  if (context.options.watch) {
    context.onProjectRead((workspaceId) => {
      renew(workspaceId).catch((error) => context.log.warn({ err: error }, 'workspace not watched'));
    });
    for (const workspace of await context.store.workspaces.list()) await renew(workspace.id);
  }
  return {
    close: () => {
      for (const { watch } of watches.values()) watch.close();
      watches.clear();
    },
  };
};

/** Which workspace a tool speaks of, and whether it has been read yet. */
import { setTimeout as sleep } from 'node:timers/promises';
import Type, { type Static } from 'typebox';
import type { ScanKind, Status, Workspace } from '../contract/index.ts';
import { isOpen } from '../contract/words.ts';
import { InspectorError, notFound } from '../kit/errors.ts';
import type { Ask, Call } from './tool.ts';

/** What every tool on a workspace is given. */
export const ofWorkspace = {
  workspace: Type.Optional(
    Type.String({ description: 'Slug, see list_workspaces. Default: the project that you work in.' }),
  ),
};

type Given = Static<ReturnType<typeof Type.Object<typeof ofWorkspace>>>;

export const listWorkspaces = (ask: Ask): Promise<Workspace[]> => ask<Workspace[]>('GET', 'api/workspaces/');

export const slugOf = async ({ workspace }: Given, { service }: Call): Promise<string> => {
  // Else a dot or two would lead to another address.
  if (workspace !== undefined && !/^[a-z0-9-]+$/.test(workspace))
    throw notFound(`There is no workspace "${workspace.slice(0, 100).toWellFormed()}".`);
  const slug = workspace ?? (await service.home());
  if (slug !== undefined) return slug;
  const known = (await listWorkspaces(service.ask)).map((one) => one.slug);
  throw new InspectorError(
    'invalid',
    known.length === 0
      ? 'There is no workspace yet: `inspector add PATH` adds a project folder.'
      : `Say which workspace: ${known.join(', ')}.`,
  );
};

export const pathOf = (slug: string, resource: string): string =>
  `api/workspaces/${encodeURIComponent(slug)}/${resource}/`;

export const readStatus = ({ service }: Call, slug: string): Promise<Status> =>
  service.ask<Status>('GET', pathOf(slug, 'status'));

const pollMs = 150;
// Longer than the first reading of a large project takes.
const firstReadingMs = 60_000;

/** A resource of the last good scan. One that was never read is waited for: what is not known yet must not look as if there were nothing. */
export const readScanned = async <T>(
  call: Call,
  slug: string,
  kind: ScanKind,
): Promise<{ detail: T; scanning: boolean }> => {
  const until = performance.now() + firstReadingMs;
  for (;;) {
    const open = (await readStatus(call, slug)).scans.find((scan) => scan.kind === kind && isOpen(scan.status));
    try {
      return { detail: await call.service.ask<T>('GET', pathOf(slug, kind)), scanning: open !== undefined };
    } catch (error) {
      const isComing = error instanceof InspectorError && error.code === 'unavailable' && open !== undefined;
      if (!isComing || performance.now() > until) throw error;
    }
    call.tell(open.progress);
    await sleep(pollMs, undefined, { signal: call.signal });
  }
};

import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { notFound } from '../../kit/errors.ts';
import { listLogs, readDocument, readInsightHistory } from '../../usecases/scans/read.ts';
import { requestScansByForm } from '../../usecases/scans/request.ts';
import { completeFolders, detectProject } from '../../usecases/workspaces/detect.ts';
import { readReadme } from '../../usecases/workspaces/readme.ts';
import {
  addWorkspace,
  changeWorkspace,
  listWorkspaces,
  readStoredWorkspace,
  readWorkspace,
  removeWorkspace,
} from '../../usecases/workspaces/workspaces.ts';
import { dataHeaders } from '../guards/headers.ts';
import { type Call, homeOf, isKnown, type Route, textParam } from '../route.ts';

const unpack = promisify(gunzip);

const slugOf = (call: Call): string => textParam(call.params, 'slug');

const sendStatus = async (call: Call): Promise<unknown> => {
  const { context, request, reply } = call;
  const slug = slugOf(call);
  const home = homeOf(call);
  const ready = context.board.peek(slug, home) ?? (await context.board.read(slug, home));
  if (!ready) throw notFound(`There is no workspace "${slug}".`);
  const same = isKnown(request, ready.etag);
  const fresh = reply.getHeader('set-cookie');
  // The one answer that is asked for every few seconds by every window: written at once, past hooks and serialisers.
  reply.hijack();
  reply.raw.writeHead(same ? 304 : 200, {
    ...dataHeaders,
    'cache-control': 'private, no-cache',
    etag: ready.etag,
    ...(same ? {} : { 'content-type': 'application/json; charset=utf-8', 'content-length': ready.bytes.length }),
    ...(fresh === undefined ? {} : { 'set-cookie': fresh as string }),
  });
  reply.raw.end(same || request.method === 'HEAD' ? undefined : ready.bytes);
  return reply;
};

/** Stored as it is sent; a client that takes no gzip gets it unpacked. */
const sendDocument = async (call: Call, kind: Parameters<typeof readDocument>[2]): Promise<unknown> => {
  const { request, reply } = call;
  const document = await readDocument(call.context, slugOf(call), kind);
  // Weak: the same for both encodings.
  const etag = `W/"${createHash('sha1').update(document).digest('base64url')}"`;
  reply.headers({ etag, 'cache-control': 'private, no-cache', vary: 'Cookie, Accept-Encoding' });
  if (isKnown(request, etag)) return reply.code(304).send();
  if (!/\bgzip\b(?!;\s*q=0(\.0*)?\s*(,|$))/.test(request.headers['accept-encoding'] ?? '')) return unpack(document);
  reply.header('content-encoding', 'gzip');
  return Buffer.from(document.buffer, document.byteOffset, document.byteLength);
};

const knownBefore: Pick<Route, 'headers' | 'otherwise'> = {
  headers: { 'If-None-Match': 'The ETag of the answer that is known.' },
  otherwise: { 304: 'It has not changed.' },
};

export const workspaceRoutes: Route[] = [
  {
    method: 'GET',
    path: 'api/workspaces/:slug/status/',
    name: 'readStatus',
    summary: 'Everything a dashboard shows of a workspace, in one payload. Answers 304 to a known ETag.',
    access: 'viewer',
    ...knownBefore,
    success: [200, 'Status'],
    handle: sendStatus,
  },
  {
    method: 'GET',
    path: 'api/workspaces/',
    name: 'listWorkspaces',
    summary: 'All workspaces.',
    access: 'viewer',
    success: [200, 'Workspace[]'],
    handle: ({ context }) => listWorkspaces(context),
  },
  {
    method: 'POST',
    path: 'api/workspaces/',
    name: 'addWorkspace',
    summary: 'Adds a project folder. Its first scans are queued.',
    access: 'admin',
    form: 'NewWorkspace',
    success: [201, 'Workspace'],
    handle: ({ context, form }) => addWorkspace(context, form),
  },
  {
    method: 'GET',
    path: 'api/workspaces/detect/',
    name: 'detectProject',
    summary: 'What a folder holds, before it is added.',
    access: 'admin',
    query: { path: 'Folder of the project.' },
    success: [200, 'Detection'],
    handle: ({ context, query }) => detectProject(context, query.path ?? ''),
  },
  {
    method: 'GET',
    path: 'api/folders/',
    name: 'completeFolders',
    summary: 'Names of folders that begin with a path.',
    access: 'admin',
    query: { path: 'What was typed so far.' },
    success: [200, 'FolderCompletion'],
    handle: ({ context, query }) => completeFolders(context, query.path ?? ''),
  },
  {
    method: 'GET',
    path: 'api/workspaces/:slug/',
    name: 'readWorkspace',
    summary: 'One workspace.',
    access: 'viewer',
    success: [200, 'Workspace'],
    handle: (call) => readWorkspace(call.context, slugOf(call)),
  },
  {
    method: 'PATCH',
    path: 'api/workspaces/:slug/',
    name: 'changeWorkspace',
    summary: 'Changes the fields that are sent.',
    access: 'admin',
    form: 'WorkspaceChanges',
    success: [200, 'Workspace'],
    handle: (call) => changeWorkspace(call.context, slugOf(call), call.form),
  },
  {
    method: 'DELETE',
    path: 'api/workspaces/:slug/',
    name: 'removeWorkspace',
    summary: 'Forgets a workspace with its runs and scans. Nothing in its folder is touched.',
    access: 'admin',
    query: { confirm: 'The slug once more.' },
    success: [204, null],
    handle: (call) => removeWorkspace(call.context, slugOf(call), call.query.confirm),
  },
  {
    method: 'POST',
    path: 'api/workspaces/:slug/scans/',
    name: 'requestScans',
    summary: 'Queues a scan of one kind, or of all.',
    access: 'viewer',
    form: 'NewScan',
    success: [201, 'Status'],
    handle: async (call) => {
      const workspace = await readStoredWorkspace(call.context, slugOf(call));
      await requestScansByForm(call.context, workspace.id, call.form);
      return (await call.context.board.read(workspace.slug, homeOf(call)))?.bytes;
    },
  },
  ...(['schema', 'migrations', 'fixtures'] as const).map(
    (kind): Route => ({
      method: 'GET',
      path: `api/workspaces/:slug/${kind}/`,
      name: { schema: 'readSchema', migrations: 'readMigrations', fixtures: 'readFixtures' }[kind],
      summary: `The rich form of the ${kind}: the last good scan. Answers 304 to a known ETag.`,
      access: 'viewer',
      ...knownBefore,
      success: [
        200,
        ({ schema: 'SchemaDetail', migrations: 'MigrationsDetail', fixtures: 'FixturesDetail' } as const)[kind],
      ],
      handle: (call) => sendDocument(call, kind),
    }),
  ),
  {
    method: 'GET',
    path: 'api/workspaces/:slug/logs/',
    name: 'listLogs',
    summary: "The workspace's log stream, newest first.",
    access: 'viewer',
    query: {
      level: 'debug, info, warning, error or critical; several separated by commas, as in `error,critical`.',
      source: 'A log file, inspector, or `*`: every log file, without our own events.',
      since: 'A span that ends now, as in `30m`, `1h` or `7d`, or a moment in ISO 8601.',
      q: 'Text to find.',
      before: 'What the last page gave as `before`: the lines that come before those.',
    },
    success: [200, 'LogPage'],
    handle: (call) => listLogs(call.context, slugOf(call), call.query),
  },
  {
    method: 'GET',
    path: 'api/workspaces/:slug/insights/',
    name: 'readInsightHistory',
    summary: 'How the numbers among the insights went from scan to scan.',
    access: 'viewer',
    success: [200, 'InsightHistory'],
    handle: (call) => readInsightHistory(call.context, slugOf(call)),
  },
  {
    method: 'GET',
    path: 'api/workspaces/:slug/readme/',
    name: 'readReadme',
    summary: "The project's README as plain text.",
    access: 'viewer',
    success: [200, 'text'],
    handle: async (call) => {
      const text = await readReadme(call.context, slugOf(call));
      return call.reply.type('text/plain; charset=utf-8').send(text);
    },
  },
];

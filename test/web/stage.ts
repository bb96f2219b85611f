/** The built window with answers of our choosing behind it: for pictures, browser tests and benchmarks of single pages. */
import { readFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { MigrationsDetail, Preset, SchemaDetail, Session, Status, Workspace } from '../../src/contract/index.ts';

export type Play = { schema: SchemaDetail; migrations: MigrationsDetail };
export type Stage = {
  address: string;
  play: Play /** Makes the window read the details again. */;
  rescan: () => void;
  close: () => Promise<void>;
};

/** Where the window is built to. */
export const builtWindow = fileURLToPath(new URL('../../dist/web', import.meta.url));

const types: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.html': 'text/html',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
};
/** As strict as the service's own: what the page needs beyond it would fail here first. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; connect-src 'self'; font-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'self'";

const workspace: Workspace = {
  slug: 'shop',
  name: 'Corner shop',
  path: '/srv/shop',
  python: null,
  interpreter: null,
  interpreter_problem: null,
  network: false,
  environment: [],
  docs_url: null,
  description: '',
  colour: '#2f7d5b',
  created_at: '2026-11-01T00:00:00.000Z',
  available: true,
};
const session: Session = {
  user: { name: 'owner', role: 'admin' },
  auth: 'on',
  version: '0.1.0',
  sandbox: 'copy-on-write',
};
const presets: Preset[] = [
  {
    key: 'sqlmigrate',
    label: 'SQL of the next migration',
    description: 'Prints the SQL of the next pending migration.',
    documentation_url: 'https://docs.djangoproject.com/en/4.2/ref/django-admin/#sqlmigrate',
    icon: 'sql',
    category: 'Migrations',
    requires_confirmation: false,
    command: 'python manage.py sqlmigrate catalog 0004_supply',
  },
];

const statusOf = (scan: number): Status => ({
  workspace: 'shop',
  insights: [],
  apps: [],
  schema: { nodes: [] },
  log_excerpt: [],
  scans: (['schema', 'migrations'] as const).map((kind, index) => ({
    id: scan * 2 + index,
    kind,
    status: 'completed',
    progress: 100,
    summary: 'read',
  })),
  tasks: [],
  doc_links: [],
});

export const openStage = async (folder: string, play: Play): Promise<Stage> => {
  let scan = 1;
  const stage: Stage = {
    address: '',
    play,
    rescan: () => {
      scan += 1;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const answers: Record<string, () => unknown> = {
    '/api/session/': () => session,
    '/api/workspaces/': () => [workspace],
    '/api/workspaces/shop/status/': () => statusOf(scan),
    '/api/workspaces/shop/schema/': () => stage.play.schema,
    '/api/workspaces/shop/migrations/': () => stage.play.migrations,
    '/api/presets/': () => presets,
    '/api/task-runs/': () => [],
  };
  const server = createServer((request, reply) => void answer(request.url ?? '/', reply, answers, folder));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The stage has no port.');
  stage.address = `http://127.0.0.1:${address.port}`;
  return stage;
};

const answer = async (
  url: string,
  reply: ServerResponse,
  answers: Record<string, () => unknown>,
  folder: string,
): Promise<void> => {
  const path = new URL(url, 'http://stage').pathname;
  reply.setHeader('content-security-policy', policy);
  if (path.startsWith('/api/')) {
    const known = answers[path];
    const lost = { errors: { __all__: ['Nothing here.'] }, code: 'not_found' };
    reply.writeHead(known === undefined ? 404 : 200, { 'content-type': 'application/json' });
    reply.end(JSON.stringify(known === undefined ? lost : known()));
    return;
  }
  const file = extname(path) === '' ? 'index.html' : path;
  const content = await readFile(join(folder, file)).catch(() => null);
  const type = types[extname(file)] ?? 'application/octet-stream';
  if (path.startsWith('/assets/')) reply.setHeader('cache-control', 'immutable, max-age=31536000');
  // A browser asks for it by itself where a page names no other.
  const isIconAsked = path === '/favicon.ico';
  reply.writeHead(content !== null ? 200 : isIconAsked ? 204 : 404, { 'content-type': type });
  reply.end(content);
};

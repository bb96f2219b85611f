/** The built window with answers of our choosing behind it: for pictures, browser tests and benchmarks of single pages. */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import type { MigrationsDetail, Preset, SchemaDetail, Session, Status, Workspace } from '../../src/contract/index.ts';

export type Play = { schema: SchemaDetail; migrations: MigrationsDetail };
export type Stage = {
  address: string;
  play: Play /** Makes the window read the details again. */;
  rescan: () => void;
  close: () => Promise<void>;
};

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
  auth: 'off',
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

export const openStage = async (folder: string, play: Play): Promise<Stage> => {
  let scan = 1;
  const status = (): Status => ({
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
  const answers: Record<string, () => unknown> = {
    '/api/session/': () => session,
    '/api/workspaces/': () => [workspace],
    '/api/workspaces/shop/status/': status,
    '/api/workspaces/shop/schema/': () => play.schema,
    '/api/workspaces/shop/migrations/': () => play.migrations,
    '/api/workspaces/shop/insights/': () => ({ series: [] }),
    '/api/presets/': () => presets,
    '/api/task-runs/': () => ({ runs: [], before: null }),
  };
  const server = createServer(async (request, reply) => {
    const path = new URL(request.url ?? '/', 'http://stage').pathname;
    reply.setHeader('content-security-policy', policy);
    const answer = answers[path];
    if (answer !== undefined) {
      reply.setHeader('content-type', 'application/json');
      return reply.end(JSON.stringify(answer()));
    }
    if (path.startsWith('/api/')) {
      reply.writeHead(404, { 'content-type': 'application/json' });
      return reply.end(JSON.stringify({ errors: { __all__: ['Nothing here.'] }, code: 'not_found' }));
    }
    const file = extname(path) === '' ? 'index.html' : path;
    const content = await readFile(join(folder, file)).catch(() => null);
    reply.writeHead(content === null ? 404 : 200, {
      'content-type': types[extname(file)] ?? 'application/octet-stream',
    });
    return reply.end(content);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The stage has no port.');
  return {
    address: `http://127.0.0.1:${address.port}`,
    play,
    rescan: () => {
      scan += 1;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

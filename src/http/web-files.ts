/** The renderer: one page for every address of the window, its files, and the way in by a launch link. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InspectorError, notFound } from '../kit/errors.ts';
import { localPath, openLaunchLink } from '../usecases/sessions/sessions.ts';
import { listKnownFiles } from './files.ts';
import type { Call } from './route.ts';
import { startSession } from './routes/accounts.ts';
import type { Door } from './server.ts';

/** The addresses that the renderer knows; anything else is 404. */
const pages = ['', 'add/', 'admin/', 'admin/:section/', 'w/:slug/'].concat(
  ['schema/', 'migrations/', 'runs/', 'runs/:id/', 'logs/', 'fixtures/'].map((page) => `w/:slug/${page}`),
);

const immutable = 'public, max-age=31536000, immutable';

const readPage = async (webDir: string, basePath: string): Promise<string> => {
  const file = join(webDir, 'index.html');
  if (!existsSync(file)) {
    throw new InspectorError(
      'unavailable',
      'The window has not been built yet. Run `npm start` once, or `npm run build`. The API under /api/ works.',
    );
  }
  return (await readFile(file, 'utf8')).replace('<base href="/" />', `<base href="${basePath}" />`);
};

/** Only a GET uses a link up: a HEAD (a preview, a prefetch) must not. */
const openLink = async (door: Door, call: Call, token: string): Promise<unknown> => {
  const client = call.request.headers['user-agent'] ?? null;
  const created = await openLaunchLink(door.context, token, client, call.request.ip);
  await startSession(call, door.cookies, created);
  return call.reply.redirect(door.basePath.slice(0, -1) + localPath(call.query.next), 302);
};

export const registerWebFiles = async (door: Door, webDir: string): Promise<void> => {
  const { server, basePath } = door;
  let page: Promise<string> | undefined;
  const sendPage = async ({ reply }: Call): Promise<unknown> => {
    page ??= readPage(webDir, basePath).catch((error) => {
      page = undefined;
      throw error;
    });
    return reply
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(await page);
  };
  for (const path of pages) door.page(path, 'viewer', sendPage);
  door.page('login/', 'public', (call) => {
    const token = call.query.token;
    return token !== undefined && call.request.method === 'GET' ? openLink(door, call, token) : sendPage(call);
  });
  // Neither needs a session: they hold no data, and the log-in page needs them. Names below assets/ hold a hash of the content.
  const assets = new Map((await listKnownFiles(join(webDir, 'assets'))).map((file) => [file.name, file]));
  server.get(`${basePath}assets/:name`, (request, reply) => {
    const file = assets.get((request.params as { name: string }).name);
    if (!file) throw notFound('There is no such file.');
    return file.send(reply, immutable);
  });
  for (const file of await listKnownFiles(webDir)) {
    if (file.name !== 'index.html') server.get(basePath + file.name, (_request, reply) => file.send(reply, 'no-cache'));
  }
};

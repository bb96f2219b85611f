/** The renderer: one page for every address of the window, its files, and the way in by a launch link. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InspectorError, notFound } from '../kit/errors.ts';
import { localPath, openLaunchLink } from '../usecases/sessions/sessions.ts';
import { isVisit } from './error-page.ts';
import { takeError } from './error-reply.ts';
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

/** Read once it is there: a window that is built while the service runs needs no restart. */
export const createWindowReader = (webDir: string, basePath: string): (() => Promise<string>) => {
  let page: Promise<string> | undefined;
  return () => {
    page ??= readPage(webDir, basePath).catch((error) => {
      page = undefined;
      throw error;
    });
    return page;
  };
};

const sendWindow = async (door: Door, { reply }: Call, caching: string): Promise<unknown> => {
  const page = await door.readWindow();
  return reply.header('cache-control', caching).type('text/html; charset=utf-8').send(page);
};

/** A link that was used or has expired, opened by a person: who is inside already goes on, others read it on the log-in page. */
const receiveLate = (door: Door, call: Call, error: unknown, target: string): unknown => {
  const isRefused =
    error instanceof InspectorError && (error.code === 'not_authenticated' || error.code === 'rate_limited');
  if (!isRefused || !isVisit(call.request, door.basePath)) throw error;
  if (call.session || door.context.options.auth === 'off') return call.reply.redirect(target, 302);
  takeError(error, call.request, call.reply);
  return sendWindow(door, call, 'no-store');
};

/** Only a GET uses a link up: a HEAD (a preview, a prefetch) must not. */
const openLink = async (door: Door, call: Call, token: string): Promise<unknown> => {
  const client = call.request.headers['user-agent'] ?? null;
  const target = door.basePath.slice(0, -1) + localPath(call.query.next);
  try {
    await startSession(call, door.cookies, await openLaunchLink(door.context, token, client, call.request.ip));
  } catch (error) {
    return receiveLate(door, call, error, target);
  }
  return call.reply.redirect(target, 302);
};

export const registerWebFiles = async (door: Door, webDir: string): Promise<void> => {
  const { server, basePath } = door;
  const sendPage = (call: Call): Promise<unknown> => sendWindow(door, call, 'no-cache');
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

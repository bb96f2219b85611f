/**
 * Refusals for a person: whoever goes to an address with a browser gets a page, a program gets data. The window tells of an address
 * that leads nowhere; what it cannot tell (it is not built, the host is not ours, we are at fault) a small page of its own does.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ErrorCode, InspectorError } from '../kit/errors.ts';
import { plainPathOf, targetOf } from './address.ts';
import { replyWithError, takeError } from './error-reply.ts';
import { looksOfWindow, pageColours } from './page-looks.ts';

/** Below `/api/` everything is data, but for the page to read and try it. */
const isOfApi = (request: FastifyRequest, basePath: string): boolean =>
  plainPathOf(request).startsWith('api/', basePath.length);
const isApiPage = (request: FastifyRequest, basePath: string): boolean =>
  /^api\/docs\/?$/.test(plainPathOf(request).slice(basePath.length));

/** A person who went to an address: a script, a picture or a program asks for something else than a page. */
export const isVisit = (request: FastifyRequest, basePath: string): boolean =>
  (request.method === 'GET' || request.method === 'HEAD') &&
  (request.headers.accept ?? '').includes('text/html') &&
  (!isOfApi(request, basePath) || isApiPage(request, basePath));

const styles = `${pageColours}
body{margin:0;min-height:100vh;display:grid;place-items:center;font:14px/1.5 system-ui,sans-serif}
main{max-width:52ch;padding:24px;text-align:center;overflow-wrap:anywhere;text-wrap:balance}
h1{font-size:15px;font-weight:600;margin:0 0 8px}p{margin:0 0 8px;color:var(--dim)}code{font:.9em ui-monospace,monospace}`;

const titles: Partial<Record<ErrorCode, string>> = {
  not_found: 'There is nothing at this address',
  wrong_host: 'Not an address of this service',
  unavailable: 'Not available just now',
  internal: 'Something went wrong',
};

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Our messages put what is typed between backticks. */
const htmlOf = (message: string): string =>
  message.replace(/[&<>"]/g, (character) => entities[character] ?? '').replace(/`([^`]+)`/g, '<code>$1</code>');

const errorPage = ({ code, message }: InspectorError, basePath: string): string => {
  const title = titles[code] ?? 'This cannot be shown';
  // At a host that is not ours no path is ours either.
  const isOurs = code !== 'wrong_host';
  const back = isOurs ? `<p><a href="${basePath}">To the overview</a></p>` : '';
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title} · Workspace Inspector</title><style>${styles}</style>${isOurs ? looksOfWindow(basePath) : ''}</head><body><main><h1>${title}</h1><p>${htmlOf(message)}</p>${back}</main></body></html>`;
};

const html = 'text/html; charset=utf-8';

/** For what goes wrong before a route is looked for. */
export const replyEarly = (error: unknown, request: FastifyRequest, reply: FastifyReply, basePath: string) =>
  isVisit(request, basePath)
    ? reply.type(html).send(errorPage(takeError(error, request, reply), basePath))
    : replyWithError(error, request, reply);

export const createErrorReply =
  (basePath: string, readWindow: () => Promise<string>) =>
  async (error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    // A program that reads the API is told of a missing session by data there, too.
    const isShown = !isOfApi(request, basePath) || isVisit(request, basePath);
    const isPage = request.method === 'GET' && isShown && request.routeOptions.config.access !== 'public';
    const code = error instanceof InspectorError ? error.code : 'internal';
    // A page without a session leads to the log-in form, and back afterwards.
    if (isPage && code === 'not_authenticated') {
      const path = targetOf(request).slice(basePath.length - 1);
      return reply.redirect(`${basePath}login/?next=${encodeURIComponent(path)}`, 302);
    }
    if (code !== 'not_found' || !isVisit(request, basePath)) return replyEarly(error, request, reply, basePath);
    const page = await readWindow().catch(() => undefined);
    if (page === undefined) return replyEarly(error, request, reply, basePath);
    takeError(error, request, reply);
    return reply.type(html).send(page);
  };

/** Two cookies, both of plain characters: no parser of all cookies is needed on a poll. */
import type { FastifyReply, FastifyRequest } from 'fastify';

export const sessionCookie = 'inspector_session';
export const csrfCookie = 'csrftoken';

/** Of two cookies with one name only the first counts: "any matches" would let another app on this host choose. */
export const readCookie = (request: FastifyRequest, name: string): string | undefined => {
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return undefined;
};

export type CookieOptions = { path: string; secure: boolean };

/** No Domain: the cookie stays on this very host. */
const write = (reply: FastifyReply, options: CookieOptions, name: string, value: string, flags: string): void => {
  // Fastify adds one `set-cookie` to another instead of replacing it.
  reply.header(
    'set-cookie',
    `${name}=${value}; Path=${options.path}; SameSite=Lax${options.secure ? '; Secure' : ''}${flags}`,
  );
};

export const setSessionCookie = (reply: FastifyReply, options: CookieOptions, token: string, maxAgeMs: number): void =>
  write(reply, options, sessionCookie, token, `; HttpOnly; Max-Age=${Math.floor(maxAgeMs / 1000)}`);

export const clearSessionCookie = (reply: FastifyReply, options: CookieOptions): void =>
  write(reply, options, sessionCookie, '', '; HttpOnly; Max-Age=0');

/** Readable by the page, as the seed says: the page sends it back in the header. */
export const setCsrfCookie = (reply: FastifyReply, options: CookieOptions, token: string): void =>
  write(reply, options, csrfCookie, token, '');

/** CSRF and origin → session → role → rate limit, in this order, for every route of the table. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { InspectorError } from '../../kit/errors.ts';
import type { Actor, Context } from '../../usecases/context.ts';
import { checkCsrf, isCsrfTokenOf, makeCsrfToken } from '../../usecases/sessions/csrf.ts';
import type { KnownSession } from '../../usecases/sessions/memory.ts';
import { findSession } from '../../usecases/sessions/sessions.ts';
import { ownerName } from '../../usecases/sessions/users.ts';
import { type CookieOptions, csrfCookie, readCookie, sessionCookie, setCsrfCookie } from '../cookies.ts';
import type { Access } from '../route.ts';
import { checkOrigin, type OwnNames } from './host.ts';

export type Admission = { session: KnownSession | null; actor: Actor };

/** Set by the guard, read by the handler. */
export const admissions = new WeakMap<FastifyRequest, Admission>();

const nobody: Actor = { name: '', role: 'viewer', sessionId: null };

const actorOf = (context: Context, session: KnownSession | null): Actor => {
  if (session) return { ...session.user, sessionId: session.id };
  return context.options.auth === 'off' ? { name: ownerName, role: 'admin', sessionId: null } : nobody;
};

const requireRole = (context: Context, session: KnownSession | null, actor: Actor, access: Access): void => {
  if (access === 'public') return;
  if (!session && context.options.auth === 'on') {
    throw new InspectorError('not_authenticated', 'Log in first: open the link that `inspector link` prints, or use /login/.');
  }
  if (access === 'admin' && actor.role !== 'admin') {
    throw new InspectorError('forbidden', 'Only an administrator may do this.');
  }
};

const requireRate = (context: Context, actor: Actor): void => {
  const key = String(actor.sessionId ?? actor.name);
  const wait = context.postLimiter.waitSeconds(key, context.options.postsPerMinute);
  if (wait > 0) throw new InspectorError('rate_limited', `Too many changes at once. Try again in ${wait} s.`, { retryAfterSeconds: wait });
  context.postLimiter.count(key);
};

const isSafe = (method: string): boolean => method === 'GET' || method === 'HEAD' || method === 'OPTIONS';

const admitWith = (
  context: Context,
  session: KnownSession | null,
  request: FastifyRequest,
  reply: FastifyReply,
  access: Access,
  names: OwnNames,
  cookies: CookieOptions,
): void => {
  const token = readCookie(request, csrfCookie);
  const safe = isSafe(request.method);
  if (safe) {
    // A missing token, one of another session, or one that another app on this host left is replaced here.
    if (token === undefined || !isCsrfTokenOf(context, session, token)) setCsrfCookie(reply, cookies, makeCsrfToken(context, session));
  } else {
    checkCsrf(context, session, token, request.headers['x-csrftoken']);
    checkOrigin(request, names);
  }
  const actor = actorOf(context, session);
  requireRole(context, session, actor, access);
  if (!safe && access !== 'public') requireRate(context, actor);
  admissions.set(request, { session, actor });
};

/** Synchronous when the session is in memory: a poll must not wait for a turn of the event loop. */
export const admit = (
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  access: Access,
  names: OwnNames,
  cookies: CookieOptions,
): void | Promise<void> => {
  const found = context.options.auth === 'off' ? null : findSession(context, readCookie(request, sessionCookie));
  if (found instanceof Promise) return found.then((session) => admitWith(context, session, request, reply, access, names, cookies));
  return admitWith(context, found, request, reply, access, names, cookies);
};

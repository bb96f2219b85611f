/** CSRF and origin → session → role → rate limit, in this order, for every route of the table. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { InspectorError } from '../../kit/errors.ts';
import type { Actor, Context } from '../../usecases/context.ts';
import { checkCsrf, isCsrfTokenOf, makeCsrfToken } from '../../usecases/sessions/csrf.ts';
import type { KnownSession } from '../../usecases/sessions/memory.ts';
import { findSession, isAlive, markSeen } from '../../usecases/sessions/sessions.ts';
import { ownerName } from '../../usecases/sessions/users.ts';
import { type CookieOptions, csrfCookie, readCookie, sessionCookie, setCsrfCookie } from '../cookies.ts';
import type { Access } from '../route.ts';
import { checkOrigin, type OwnNames } from './host.ts';

type Admission = { session: KnownSession | null; actor: Actor };

/** Set by the guard, read by the handler. */
const admissions = new WeakMap<FastifyRequest, Admission>();

const nobody: Actor = { name: '', role: 'viewer', sessionId: null };

export const admissionOf = (request: FastifyRequest): Admission =>
  admissions.get(request) ?? { session: null, actor: nobody };

const actorOf = (context: Context, session: KnownSession | null): Actor => {
  if (session) return { ...session.user, sessionId: session.id };
  return context.options.auth === 'off' ? { name: ownerName, role: 'admin', sessionId: null } : nobody;
};

const requireRole = (context: Context, session: KnownSession | null, actor: Actor, access: Access): void => {
  if (access === 'public') return;
  if (!session && context.options.auth === 'on') {
    throw new InspectorError(
      'not_authenticated',
      'Log in first: open the link that `inspector link` prints, or use /login/.',
    );
  }
  if (access === 'admin' && actor.role !== 'admin') {
    throw new InspectorError('forbidden', 'Only an administrator may do this.');
  }
};

const requireRate = (context: Context, actor: Actor): void => {
  const key = String(actor.sessionId ?? actor.name);
  const wait = context.postLimiter.waitSeconds(key, context.options.postsPerMinute);
  if (wait > 0)
    throw new InspectorError('rate_limited', `Too many changes at once. Try again in ${wait} s.`, {
      retryAfterSeconds: wait,
    });
  context.postLimiter.count(key);
};

const isSafe = (method: string): boolean => method === 'GET' || method === 'HEAD' || method === 'OPTIONS';

/** Cookie headers seen lately and the session each stood for: a poll sends the same one every time. */
const recognisedKept = 1000;

type Admit = (request: FastifyRequest, reply: FastifyReply, access: Access) => void | Promise<void>;

export const createAdmission = (context: Context, names: () => OwnNames, cookies: CookieOptions): Admit => {
  const recognised = new Map<string, KnownSession>();

  /** A header whose session is alive and whose CSRF token was found valid before: nothing to hash again. */
  const recall = (header: string): KnownSession | undefined => {
    const session = recognised.get(header);
    if (!session) return undefined;
    if (context.sessions.byHash.get(session.tokenHash) === session && isAlive(context, session)) return session;
    recognised.delete(header);
    return undefined;
  };

  const remember = (request: FastifyRequest, session: KnownSession | null): void => {
    const header = request.headers.cookie;
    const token = readCookie(request, csrfCookie);
    if (!header || !session || token === undefined || !isCsrfTokenOf(context, session, token)) return;
    if (recognised.size >= recognisedKept) recognised.clear();
    recognised.set(header, session);
  };

  const admitWith = (
    session: KnownSession | null,
    request: FastifyRequest,
    reply: FastifyReply,
    access: Access,
  ): void => {
    const token = readCookie(request, csrfCookie);
    const safe = isSafe(request.method);
    if (safe) {
      // A missing token, one of another session, or one that another app on this host left is replaced here.
      if (token === undefined || !isCsrfTokenOf(context, session, token))
        setCsrfCookie(reply, cookies, makeCsrfToken(context, session));
    } else {
      checkCsrf(context, session, token, request.headers['x-csrftoken']);
      checkOrigin(request, names());
    }
    const actor = actorOf(context, session);
    requireRole(context, session, actor, access);
    if (!safe && access !== 'public') requireRate(context, actor);
    admissions.set(request, { session, actor });
  };

  return (request, reply, access) => {
    const known = isSafe(request.method) ? recall(request.headers.cookie ?? '') : undefined;
    if (known) {
      markSeen(context, known);
      const actor = actorOf(context, known);
      requireRole(context, known, actor, access);
      admissions.set(request, { session: known, actor });
      return;
    }
    const found = context.options.auth === 'off' ? null : findSession(context, readCookie(request, sessionCookie));
    const go = (session: KnownSession | null): void => {
      if (isSafe(request.method)) remember(request, session);
      admitWith(session, request, reply, access);
    };
    return found instanceof Promise ? found.then(go) : go(found);
  };
};

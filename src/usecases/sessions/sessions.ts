/** Ways in and out: launch links, password log-in, the session that follows, its end. */
import type { LaunchLink, LoggedIn, Login, SessionRecord } from '../../contract/index.ts';
import { isoTime } from '../../kit/clock.ts';
import { InspectorError, invalid, notFound } from '../../kit/errors.ts';
import { hashToken, randomToken } from '../../kit/ids.ts';
import type { StoreNouns } from '../../store/store.ts';
import type { Actor, Context } from '../context.ts';
import type { KnownSession } from './memory.ts';
import { verifyPassword } from './passwords.ts';
import { ownerName } from './users.ts';

const launchTokenMs = 10 * 60_000;
const loginFailuresPerMinute = 5;
/** How stale `last_seen_at` may be on disk: a poll every 3 s must not become a write every 3 s. */
const saveSeenEveryMs = 60_000;
const tokenShape = /^[A-Za-z0-9_-]{43}$/;

export const isAlive = (context: Context, session: KnownSession): boolean => {
  const now = context.clock.now();
  return (
    session.kind === 'cli' || (session.expiresAt > now && now - session.lastSeenAt < context.options.sessionIdleMs)
  );
};

/** Keeps the session from going idle; written to the store once a minute at most. */
export const markSeen = (context: Context, session: KnownSession): KnownSession => {
  session.lastSeenAt = context.clock.now();
  if (session.lastSeenAt - session.lastSavedAt > saveSeenEveryMs) {
    session.lastSavedAt = session.lastSeenAt;
    context.store.sessions
      .touch(session.id, session.lastSeenAt)
      .catch((error) => context.log.warn({ err: error }, 'session not touched'));
  }
  return session;
};

/** The session of a cookie, if it is known and alive: from memory, else from the store. */
export const findSession = (
  context: Context,
  token: string | undefined,
): KnownSession | null | Promise<KnownSession | null> => {
  if (token === undefined || !tokenShape.test(token)) return null;
  const tokenHash = hashToken(token);
  const known = context.sessions.byHash.get(tokenHash);
  if (known) return isAlive(context, known) ? markSeen(context, known) : null;
  return loadSession(context, tokenHash);
};

const loadSession = async (context: Context, tokenHash: string): Promise<KnownSession | null> => {
  const row = await context.store.sessions.findByHash(tokenHash);
  if (!row) return null;
  const session: KnownSession = {
    id: row.id,
    tokenHash,
    user: { name: row.user_name, role: row.role },
    kind: row.kind,
    lastSeenAt: row.last_seen_at,
    lastSavedAt: row.last_seen_at,
    expiresAt: row.expires_at,
  };
  if (!isAlive(context, session)) return null;
  context.sessions.byHash.set(tokenHash, session);
  return markSeen(context, session);
};

/** Known to the store alone: who uses it first has it read from there, so that one which was ended meanwhile is not alive in memory. */
export const createSession = async (
  context: Context,
  user: KnownSession['user'],
  kind: KnownSession['kind'],
  client: string | null,
  store: StoreNouns = context.store,
): Promise<{ token: string; session: KnownSession }> => {
  const token = randomToken();
  const now = context.clock.now();
  // Whoever comes in clears away who is gone: a service may go on for months, and a script log in every minute.
  await store.sessions.removeEnded(now, now - context.options.sessionIdleMs);
  context.sessions.forget((known) => !isAlive(context, known));
  const row = await store.sessions.insert({
    token_hash: hashToken(token),
    user_name: user.name,
    kind,
    client: client?.slice(0, 300) ?? null,
    created_at: now,
    last_seen_at: now,
    expires_at: now + context.options.sessionMaxMs,
  });
  const session: KnownSession = {
    id: row.id,
    tokenHash: row.token_hash,
    user,
    kind,
    lastSeenAt: now,
    lastSavedAt: now,
    expiresAt: row.expires_at,
  };
  return { token, session };
};

/** At start: they ended with their processes. */
export const forgetCliSessions = (context: Context): Promise<void> => context.store.sessions.removeOfKind('cli');

/** Out of the store first: a request that comes in between would have it read from there again, and it would live on in memory. */
export const endSession = async (context: Context, id: number): Promise<void> => {
  await context.store.sessions.remove(id);
  context.sessions.forget((session) => session.id === id);
};

/** A link that lets its first user in as the owner, once, within ten minutes. */
export const createLaunchLink = (context: Context): LaunchLink => {
  const address = context.address;
  if (!address) throw new InspectorError('unavailable', 'The service does not listen yet. Start it with `inspector`.');
  const token = randomToken();
  const ticks = context.clock.ticks();
  for (const [hash, launch] of context.sessions.launchTokens)
    if (launch.expiresAtTicks < ticks) context.sessions.launchTokens.delete(hash);
  context.sessions.launchTokens.set(hashToken(token), { expiresAtTicks: ticks + launchTokenMs, userName: ownerName });
  return {
    url: address.url(`login/?token=${token}`),
    fallback_url: address.plainUrl(`login/?token=${token}`),
    expires_at: isoTime(context.clock.now() + launchTokenMs),
  };
};

const refuseWhenTooOften = (context: Context, key: string): void => {
  const wait = context.loginLimiter.waitSeconds(key, loginFailuresPerMinute);
  if (wait > 0)
    throw new InspectorError('rate_limited', `Too many failed log-ins. Try again in ${wait} s.`, {
      retryAfterSeconds: wait,
    });
};

/** The same words for unknown, used and expired: a guess learns nothing. */
const refuseLink = (): InspectorError =>
  new InspectorError(
    'not_authenticated',
    'This launch link is not valid any more. Get a fresh one with `inspector link`.',
  );

export const openLaunchLink = async (context: Context, token: string, client: string | null, clientAddress: string) => {
  const key = `link ${clientAddress}`;
  const launch = tokenShape.test(token) ? context.sessions.launchTokens.get(hashToken(token)) : undefined;
  if (!launch || launch.expiresAtTicks < context.clock.ticks()) {
    refuseWhenTooOften(context, key);
    context.loginLimiter.count(key);
    throw refuseLink();
  }
  // Taken out before anything is awaited: of two requests with one token only the first gets in.
  context.sessions.launchTokens.delete(hashToken(token));
  return createSession(context, { name: launch.userName, role: 'admin' }, 'browser', client);
};

export const logIn = async (context: Context, form: Login, client: string | null, clientAddress: string) => {
  const key = `login ${form.username} ${clientAddress}`;
  refuseWhenTooOften(context, key);
  // Counted before the slow check, so that a burst of parallel tries is counted too.
  context.loginLimiter.count(key);
  const checked = await context.store.users.find(form.username);
  const right = await verifyPassword(form.password, checked?.password ?? null).catch((error: unknown) => {
    // Turned away, not wrong. Kept, such counts would push out those of whoever is guessed at.
    context.loginLimiter.forgive(key);
    throw error;
  });
  const created = await context.store.transaction(async (store) => {
    // The check takes a while: the user may have another password by now, or be gone.
    const now = await store.users.find(form.username);
    if (!right || !now || now.password !== checked?.password)
      throw invalid({ __all__: ['User name or password is wrong.'] });
    return createSession(context, { name: now.name, role: now.role }, 'browser', client, store);
  });
  context.loginLimiter.forgive(key);
  const reply: LoggedIn = { user: created.session.user, next: localPath(form.next) };
  return { ...created, reply };
};

/**
 * Only a path on this service: `//evil`, `/\evil`, `https:…` and control characters become `/`. As an address is written: a header holds no letters but
 * those of English.
 */
export const localPath = (next: string | undefined): string =>
  next !== undefined && /^\/(?![/\\])[^\\\u0000-\u001f\u007f]*$/.test(next)
    ? next.toWellFormed().replace(/[^\u0021-\u007e]+/g, encodeURIComponent)
    : '/';

export const listSessions = async (context: Context, actor: Actor): Promise<SessionRecord[]> => {
  const rows = await context.store.sessions.list();
  const shown = actor.role === 'admin' ? rows : rows.filter((row) => row.user_name === actor.name);
  return shown.map((row) => {
    const seenAt = context.sessions.byHash.get(row.token_hash)?.lastSeenAt ?? row.last_seen_at;
    return {
      id: row.id,
      user: row.user_name,
      kind: row.kind,
      created_at: isoTime(row.created_at),
      last_seen_at: isoTime(seenAt),
      expires_at: isoTime(Math.min(row.expires_at, seenAt + context.options.sessionIdleMs)),
      client: row.client,
      current: row.id === actor.sessionId,
    };
  });
};

export const revokeSession = async (context: Context, actor: Actor, id: number): Promise<void> => {
  const row = (await context.store.sessions.list()).find((session) => session.id === id);
  if (!row || (actor.role !== 'admin' && row.user_name !== actor.name)) throw notFound('There is no such session.');
  // It stands in a file that commands and agents read: without it none of them could ask this service any more.
  if (row.kind === 'cli')
    throw new InspectorError(
      'forbidden',
      'The session of the command line ends with the service: no command could reach it any more. Restart the service to have it renewed.',
    );
  await endSession(context, id);
};

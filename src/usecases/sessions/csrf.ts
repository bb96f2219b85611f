/**
 * The CSRF token: 32 random hex digits and 32 of an HMAC that binds them to the session (or to none, before log-in). A page of
 * another origin can neither read the cookie nor make a token, and a cookie planted by another app on this host has no valid HMAC.
 */
import { randomBytes } from 'node:crypto';
import { InspectorError } from '../../kit/errors.ts';
import { sameText } from '../../kit/ids.ts';
import type { Context } from '../context.ts';
import type { KnownSession } from './memory.ts';

const shape = /^[0-9a-f]{64}$/;

const seal = (context: Context, nonce: string, session: KnownSession | null): string =>
  context.sessions.sign(`csrf:${nonce}:${session?.tokenHash ?? 'none'}`).slice(0, 32);

export const makeCsrfToken = (context: Context, session: KnownSession | null): string => {
  const nonce = randomBytes(16).toString('hex');
  return nonce + seal(context, nonce, session);
};

export const isCsrfTokenOf = (context: Context, session: KnownSession | null, token: string): boolean =>
  shape.test(token) && sameText(token.slice(32), seal(context, token.slice(0, 32), session));

/** What is wrong with the token that a change carries; undefined when header and cookie carry the same valid one. */
const problemOf = (
  context: Context,
  session: KnownSession | null,
  cookie: string | undefined,
  header: string | string[] | undefined,
): string | undefined => {
  if (!cookie) return 'CSRF cookie missing.';
  if (header === undefined || header === '') return 'CSRF header missing.';
  if (Array.isArray(header) || !shape.test(header) || !shape.test(cookie)) return 'CSRF token malformed.';
  if (!sameText(header, cookie)) return 'CSRF header and cookie differ.';
  if (!isCsrfTokenOf(context, session, cookie)) return 'CSRF token is not of this session. Reload to get a new one.';
  return undefined;
};

export const checkCsrf = (...given: Parameters<typeof problemOf>): void => {
  const problem = problemOf(...given);
  if (problem === undefined) return;
  throw new InspectorError(
    'csrf_failed',
    `${problem} Send the value of the csrftoken cookie in the X-CSRFToken header.`,
  );
};

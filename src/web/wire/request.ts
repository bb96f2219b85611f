/** One request to the service: cookies, CSRF, errors of the one shape, and whether the service is there at all. */
import type { Static, TSchema } from 'typebox';
import { ErrorReply } from '../../contract/index.ts';
import { texts } from '../texts.ts';
import { address } from './base.ts';
import { hearTime } from './clock.ts';
import { connection } from './connection.ts';
import { fits } from './shape.ts';

const readTimeoutMs = 20_000;

export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: Record<string, string[]>;
  readonly choices: readonly string[];
  constructor(status: number, reply: ErrorReply) {
    super(Object.values(reply.errors).flat().join(' ') || texts.errors.unknown);
    this.name = 'ApiError';
    this.status = status;
    this.code = reply.code;
    this.fields = reply.errors;
    this.choices = reply.choices ?? [];
  }
}

/** What was asked for is not there, or no more. */
export const isMissing = (error: unknown): boolean => error instanceof ApiError && error.code === 'not_found';

export type Form = Readonly<Record<string, string | undefined>>;
type Call = {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  form?: Form;
  signal?: AbortSignal | undefined;
  headers?: Record<string, string>;
  /** Asked over and over, with an answer that is always at hand. */
  isPoll?: boolean;
};

function csrfToken(): string {
  const pair = document.cookie.split('; ').find((cookie) => cookie.startsWith('csrftoken='));
  // As it is: ours has nothing to decode, and one of another app on this host may hold what cannot be.
  return pair?.slice('csrftoken='.length) ?? '';
}

const unreachable = () => new ApiError(0, { code: 'unreachable', errors: { __all__: [texts.errors.unreachable] } });

function encode(form: Form): URLSearchParams {
  const body = new URLSearchParams();
  for (const [name, value] of Object.entries(form)) if (value !== undefined) body.set(name, value);
  return body;
}

type Deadline = { signal: AbortSignal; renew: () => void; clear: () => void };

/** Ends with the caller's wish or when nothing has come for a while; clears both, so that an hour of polling leaves nothing behind. */
function deadline(signal: AbortSignal | undefined, timeoutMs: number | null): Deadline {
  const controller = new AbortController();
  const stop = () => controller.abort();
  if (signal?.aborted) stop();
  signal?.addEventListener('abort', stop);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const renew = () => {
    clearTimeout(timer);
    if (timeoutMs !== null) timer = setTimeout(stop, timeoutMs);
  };
  renew();
  return {
    signal: controller.signal,
    renew,
    clear: () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
    },
  };
}

/** With all of its body: one that stalls or breaks off is no answer. */
async function whole(response: Response, until: Deadline): Promise<Response> {
  const { body, status, headers } = response;
  // Chromium has an empty one even where there can be none, and no response can be made with it.
  if (body === null || status === 204 || status === 304) return response;
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  const reader = body.getReader();
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    pieces.push(piece.value);
    until.renew();
  }
  return new Response(new Blob(pieces), { status, headers });
}

async function send(path: string, call: Call): Promise<Response> {
  const method = call.method ?? 'GET';
  const token: Record<string, string> = method === 'GET' ? {} : { 'X-CSRFToken': csrfToken() };
  const until = deadline(call.signal, method === 'GET' ? readTimeoutMs : null);
  const init: RequestInit = {
    method,
    headers: { Accept: 'application/json', ...call.headers, ...token },
    credentials: 'same-origin',
    signal: until.signal,
    ...(call.form ? { body: encode(call.form) } : {}),
  };
  const over = call.isPoll ? connection.asked() : undefined;
  const askedAt = Date.now();
  try {
    const head = await fetch(address(path), init);
    hearTime(head.headers.get('date'), askedAt, Date.now());
    const response = await whole(head, until);
    // A proxy in front of us answers 502 or 504 for a service that is gone; our own 503 has a body that says why.
    if (response.status === 502 || response.status === 504) throw unreachable();
    connection.answered();
    return response;
  } catch (error) {
    if (call.signal?.aborted) throw error;
    connection.failed({ isSilent: until.signal.aborted, isPoll: call.isPoll ?? false });
    throw unreachable();
  } finally {
    over?.();
    until.clear();
  }
}

async function refusal(response: Response): Promise<ApiError> {
  const reply: unknown = await response.json().catch(() => null);
  if (fits(ErrorReply, reply)) return new ApiError(response.status, reply);
  return new ApiError(response.status, {
    code: 'unknown',
    errors: { __all__: [texts.errors.status(response.status)] },
  });
}

/** Sends, and once more with the fresh cookie when the token was a foreign or an old one. */
export async function ask(path: string, call: Call = {}): Promise<Response> {
  const response = await send(path, call);
  if (response.ok || response.status === 304) return response;
  const error = await refusal(response);
  if (error.code !== 'csrf_failed') throw error;
  await send('login/', { headers: { Accept: 'text/html' } });
  const again = await send(path, call);
  if (again.ok) return again;
  throw await refusal(again);
}

/** What is not as the contract has it was written by another: the page of a proxy, say, that wants its own log-in first. */
function foreign({ status }: Response, { method = 'GET' }: Call): ApiError {
  const words = method === 'GET' ? texts.errors.foreign : `${texts.errors.foreign} ${texts.errors.perhapsDone}`;
  return new ApiError(status, { code: 'unknown', errors: { __all__: [words] } });
}

async function read<S extends TSchema>(shape: S, response: Response, call: Call): Promise<Static<S>> {
  const answer: unknown = await response.json().catch(() => undefined);
  if (fits(shape, answer)) return answer;
  throw foreign(response, call);
}

export const askJson = async <S extends TSchema>(shape: S, path: string, call: Call = {}): Promise<Static<S>> =>
  read(shape, await ask(path, call), call);

/** For what is answered with nothing but that it was done. */
export async function askDone(path: string, call: Call): Promise<void> {
  const response = await ask(path, call);
  if (response.status !== 204) throw foreign(response, call);
}

/** A piece of a page of the service: it begins with its heading, as no whole page does. */
export async function askFragment(path: string, call: Call = {}): Promise<string> {
  const response = await ask(path, call);
  const text = await response.text();
  if (!text.startsWith('<h1')) throw foreign(response, call);
  return text;
}

const etags = new Map<string, { etag: string; body: unknown }>();

/** A read that costs nothing while nothing changed: the very same object comes back on 304, so nothing renders. */
export async function pollIfChanged<S extends TSchema>(
  shape: S,
  path: string,
  signal?: AbortSignal,
): Promise<Static<S>> {
  const known = etags.get(path);
  const headers: Record<string, string> = known ? { 'If-None-Match': known.etag } : {};
  const call: Call = { signal, headers, isPoll: true };
  const response = await ask(path, call);
  if (response.status === 304 && known) return known.body as Static<S>;
  const body = await read(shape, response, call);
  const etag = response.headers.get('etag');
  if (etag) etags.set(path, { etag, body });
  return body;
}

export const forgetAnswers = (): void => etags.clear();

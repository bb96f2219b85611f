/** A route is a row of a table: what it answers to, who may ask, what goes in and out. Guards read the row; OpenAPI is made from it. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import type * as Contract from '../contract/index.ts';
import { InspectorError, notFound } from '../kit/errors.ts';
import type { Actor, Context } from '../usecases/context.ts';
import type { Form, FormName } from '../usecases/form.ts';
import type { KnownSession } from '../usecases/sessions/memory.ts';

type Schemas = typeof Contract;
/** Schemas are named, not imported: their library is loaded when a document or a form needs it, not at every start. */
export type SchemaName = { [N in keyof Schemas]: Schemas[N] extends TSchema ? N : never }[keyof Schemas];

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** `public`: no session asked for; `viewer`: any user; `admin`: may change workspaces, presets, links and users. */
export type Access = 'public' | 'viewer' | 'admin';

export type Call = {
  context: Context;
  actor: Actor;
  session: KnownSession | null;
  request: FastifyRequest;
  reply: FastifyReply;
  /** Path parameters. */
  params: Record<string, string>;
  /** Query parameters; of a repeated one the last counts. */
  query: Record<string, string | undefined>;
  form: Form;
};

export type Route = {
  method: Method;
  path: string;
  name: string;
  summary: string;
  access: Access;
  query?: Record<string, string>;
  /** Headers that change the answer, and what each does. */
  headers?: Record<string, string>;
  form?: FormName;
  /** Status of success and what is sent with it; null: no body of its own. */
  success: readonly [status: number, schema: SchemaName | `${SchemaName}[]` | 'text' | null];
  /** Other answers that are no errors. */
  otherwise?: Record<number, string>;
  /** Sends an object, or a string or buffer of ready JSON; undefined when it has answered by itself. */
  handle(call: Call): unknown;
};

/** A path parameter that must be a positive integer; anything else is a thing that is not there. */
export const idOf = (params: Record<string, string>): number => {
  const text = params.id ?? '';
  if (!/^[1-9]\d{0,14}$/.test(text)) throw notFound('There is no such id.');
  return Number(text);
};

/** The first page of the service by the host that was asked for, which the guard found to be ours. */
export const homeOf = ({ context, request }: Call): string => {
  const host = (request.headers.host ?? '').toLowerCase();
  return context.address?.homeAt(host) ?? `http://${host}/`;
};

export const textParam = (params: Record<string, string>, name: string): string => params[name] ?? '';

const bareTag = (tag: string): string => tag.trim().replace(/^W\//, '');

/** If-None-Match may name several tags or any, and a proxy that packs an answer makes its tag weak. */
export const isKnown = (request: FastifyRequest, etag: string): boolean => {
  const known = request.headers['if-none-match'];
  if (known === undefined || known === etag) return known !== undefined;
  return known.trim() === '*' || known.split(',').some((tag) => bareTag(tag) === bareTag(etag));
};

/** An Idempotency-Key sent twice is no key at all. */
export const idempotencyKeyOf = (request: FastifyRequest): string | undefined => {
  const value = request.headers['idempotency-key'];
  if (Array.isArray(value)) throw new InspectorError('invalid', 'Send one Idempotency-Key.');
  return value;
};

/** For who follows the run itself (RFC 7240): an answer at its end would leave it nothing to follow or to cancel. */
export const prefersNoWait = ({ headers }: FastifyRequest): boolean =>
  String(headers.prefer ?? '')
    .split(/[,;]/)
    .some((preference) => preference.trim().toLowerCase() === 'respond-async');

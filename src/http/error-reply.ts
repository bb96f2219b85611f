/** The one map from errors to answers. Every error has this one shape. */
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorReply } from '../contract/index.ts';
import { type ErrorCode, InspectorError, systemCodeOf } from '../kit/errors.ts';

const statusOfCode: Record<ErrorCode, number> = {
  invalid: 400,
  not_authenticated: 401,
  csrf_failed: 403,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  too_large: 413,
  unsupported_media_type: 415,
  wrong_host: 421,
  wrong_origin: 403,
  rate_limited: 429,
  unavailable: 503,
  sandbox_unavailable: 503,
  internal: 500,
};

/** Fastify's own refusals in our words. */
const ofFastify = (error: FastifyError): InspectorError | undefined => {
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new InspectorError('too_large', 'The body is too large: at most 64 KiB are read.');
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_ERR_CTP_INVALID_TYPE':
    case 'FST_ERR_CTP_EMPTY_TYPE':
      return new InspectorError(
        'unsupported_media_type',
        'Send the fields as application/x-www-form-urlencoded or multipart/form-data, in UTF-8.',
      );
    case 'FST_ERR_BAD_URL':
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new InspectorError('not_found', 'There is nothing at this address.');
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new InspectorError('invalid', 'The body is not as long as Content-Length says.');
    default:
      return undefined;
  }
};

/** Whoever asked has left before all of the request was there. Nobody reads the answer. */
const ofClient = (error: unknown, { raw }: FastifyRequest): InspectorError | undefined =>
  systemCodeOf(error) === 'ECONNRESET' && !raw.complete
    ? new InspectorError('invalid', 'The request ended before all of it was there.', { cause: error })
    : undefined;

/** Anything thrown as one of our errors, with its status on the reply. What is not known is our fault, and goes to the log. */
export const takeError = (error: unknown, request: FastifyRequest, reply: FastifyReply): InspectorError => {
  let known = error instanceof InspectorError ? error : (ofFastify(error as FastifyError) ?? ofClient(error, request));
  if (!known) {
    request.log.error({ err: error, request: request.id }, 'our fault');
    known = new InspectorError(
      'internal',
      `Something went wrong inside Workspace Inspector. Look for ${request.id} in its log.`,
    );
  }
  if (known.retryAfterSeconds !== undefined) reply.header('retry-after', String(known.retryAfterSeconds));
  reply.code(statusOfCode[known.code]);
  return known;
};

export const replyWithError = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  const { fields, code, choices } = takeError(error, request, reply);
  const body: ErrorReply = { errors: fields, code, ...(choices.length > 0 && { choices: [...choices] }) };
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(body));
};

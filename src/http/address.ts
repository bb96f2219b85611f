/** The address of a request as one asks about it, however it is written: without a host, and with what need not be encoded plain. */
import type { FastifyRequest } from 'fastify';

/** As it was sent, from the path on. */
export const targetOf = (request: FastifyRequest): string =>
  (request.raw.url ?? '/').replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '');

/** Without the query. An encoded slash stays one: it parts nothing. */
export const plainPathOf = (request: FastifyRequest): string => {
  const [path = ''] = targetOf(request).split('?', 1);
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
};

/** What every answer carries. No CORS header anywhere: no other origin has business here. */
import type { FastifyReply, FastifyRequest } from 'fastify';

/** The window: its own scripts only; Mantine writes style elements, so styles may be inline, scripts never. */
const pageCsp = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** Data is never a page: whatever a project wrote into it, a browser runs none of it. */
const dataCsp = "default-src 'none'; frame-ancestors 'none'; sandbox";

const common = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  vary: 'Cookie',
};

export const dataHeaders: Readonly<Record<string, string>> = {
  ...common,
  'content-security-policy': dataCsp,
  'cache-control': 'no-store',
};
export const pageHeaders: Readonly<Record<string, string>> = {
  ...common,
  'content-security-policy': pageCsp,
  'cache-control': 'no-store',
};

/** By the route rather than by the address, which may be written in many ways; a refusal has no route, and is a page or data. */
export const securityHeaders = (
  request: FastifyRequest,
  reply: FastifyReply,
  basePath: string,
): Readonly<Record<string, string>> => {
  const route = request.routeOptions.url ?? '';
  const isOfApi = route.startsWith('api/', basePath.length) && !route.startsWith('api/docs', basePath.length);
  return isOfApi || String(reply.getHeader('content-type')).startsWith('application/json') ? dataHeaders : pageHeaders;
};

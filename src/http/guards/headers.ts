/** What every answer carries. No CORS header anywhere: no other origin has business here. */
import type { FastifyRequest } from 'fastify';

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
const pageHeaders: Readonly<Record<string, string>> = {
  ...common,
  'content-security-policy': pageCsp,
  'cache-control': 'no-store',
};

export const securityHeaders = (request: FastifyRequest, basePath: string): Readonly<Record<string, string>> => {
  const url = request.raw.url ?? '';
  const isData = url.startsWith('api/', basePath.length) && !url.startsWith('api/docs', basePath.length);
  return isData ? dataHeaders : pageHeaders;
};

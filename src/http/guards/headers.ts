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

export const setSecurityHeaders = (request: FastifyRequest, reply: FastifyReply, basePath: string): void => {
  const url = request.raw.url ?? '';
  const isData = url.startsWith('api/', basePath.length) && !url.startsWith('api/docs', basePath.length);
  const headers = reply.raw;
  headers.setHeader('x-content-type-options', 'nosniff');
  headers.setHeader('content-security-policy', isData ? dataCsp : pageCsp);
  headers.setHeader('referrer-policy', 'no-referrer');
  headers.setHeader('x-frame-options', 'DENY');
  headers.setHeader('cross-origin-opener-policy', 'same-origin');
  headers.setHeader('cross-origin-resource-policy', 'same-origin');
  headers.setHeader('vary', 'Cookie');
  headers.setHeader('cache-control', 'no-store');
};

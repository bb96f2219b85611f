/**
 * Which names and origins are ours. Against DNS rebinding (a page of evil.test whose name suddenly leads to 127.0.0.1) every path
 * asks for a known Host; against requests from other pages every change asks for our Origin. These only ever refuse.
 */
import type { FastifyRequest } from 'fastify';
import { InspectorError } from '../../kit/errors.ts';

export type OwnNames = { hosts: Set<string>; origins: Set<string> };

const loopbackNames = ['127.0.0.1', 'localhost', '[::1]', 'inspector.localhost'];

export const ownNames = (port: number, listenHost: string, publicUrl: URL | null): OwnNames => {
  const hosts = new Set<string>();
  const origins = new Set<string>();
  const wildcard = listenHost === '0.0.0.0' || listenHost === '::';
  for (const name of wildcard
    ? loopbackNames
    : [...loopbackNames, listenHost.includes(':') && !listenHost.startsWith('[') ? `[${listenHost}]` : listenHost]) {
    hosts.add(`${name}:${port}`.toLowerCase());
    if (port === 80) hosts.add(name.toLowerCase());
  }
  for (const host of hosts) origins.add(`http://${host}`);
  if (publicUrl) {
    hosts.add(publicUrl.host.toLowerCase());
    origins.add(publicUrl.origin.toLowerCase());
  }
  return { hosts, origins };
};

/** Node takes the first of several, and keeps all of them in the raw list: names and values in turn. */
const hasOneHost = ({ raw }: FastifyRequest): boolean => {
  let hosts = 0;
  for (let at = 0; at < raw.rawHeaders.length; at += 2)
    if (raw.rawHeaders[at]?.length === 4 && raw.rawHeaders[at]?.toLowerCase() === 'host') hosts += 1;
  return hosts < 2;
};

export const checkHost = (request: FastifyRequest, names: OwnNames): void => {
  if (!hasOneHost(request)) throw new InspectorError('invalid', 'A request has one Host header; this one has several.');
  const host = request.headers.host?.toLowerCase();
  const url = request.raw.url ?? '';
  // The absolute form of a request line carries a host of its own; it must be ours too.
  const inTarget =
    url.startsWith('/') || url === '*' ? undefined : URL.canParse(url) ? new URL(url).host.toLowerCase() : '';
  if (host !== undefined && names.hosts.has(host) && (inTarget === undefined || names.hosts.has(inTarget))) return;
  throw new InspectorError(
    'wrong_host',
    'This service does not answer to that host name. Use the address that `inspector` printed; another one that leads here is named with `--public-url` when it is started.',
  );
};

export const checkOrigin = (request: FastifyRequest, names: OwnNames): void => {
  const { origin } = request.headers;
  const site = request.headers['sec-fetch-site'];
  if (origin !== undefined && !names.origins.has(origin.toLowerCase())) {
    throw new InspectorError('wrong_origin', 'A change may only be asked for by a page of this service.');
  }
  if (site !== undefined && site !== 'same-origin' && site !== 'none') {
    throw new InspectorError('wrong_origin', 'A change may only be asked for by a page of this service.');
  }
};

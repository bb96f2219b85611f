/** A few files known by name, sent from memory: a name that is not in the list leads nowhere, so no path can leave the folder. */
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { FastifyReply } from 'fastify';
import { notFound, systemCodeOf } from '../kit/errors.ts';

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.wasm': 'application/wasm',
};

type KnownFile = { name: string; send(reply: FastifyReply, caching: string): Promise<FastifyReply> };

const knownFile = (folder: string, name: string): KnownFile => {
  let bytes: Promise<Buffer> | undefined;
  return {
    name,
    send: async (reply, caching) => {
      // Gone when the window was built anew while the service runs: the page then asks for files of other names.
      bytes ??= readFile(join(folder, name)).catch((error) => {
        bytes = undefined;
        throw systemCodeOf(error) === 'ENOENT' ? notFound('This file is gone. Restart the service.') : error;
      });
      return reply
        .header('cache-control', caching)
        .type(types[extname(name)] ?? 'application/octet-stream')
        .send(await bytes);
    },
  };
};

/** The files that lie directly in a folder now; none when it is not there. */
export const listKnownFiles = async (folder: string): Promise<KnownFile[]> => {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => knownFile(folder, entry.name));
};

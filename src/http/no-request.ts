/** What Node cannot read as a request, or does not get in time: nothing of ours sees it, and whoever sent it is told in one line. */
import type { Socket } from 'node:net';
import { systemCodeOf } from '../kit/errors.ts';

const statuses: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** For whoever goes on sending. */
const lingerMs = 1000;

export const replyToNoRequest = (error: Error, socket: Socket): void => {
  const code = systemCodeOf(error) ?? '';
  // The rest of what was sent is no request either.
  if (code === 'ECONNRESET' || socket.writableEnded || socket.destroyed) return;
  // Ended, not destroyed: closed while bytes of it are unread, a connection takes the answer with it.
  socket.end(`HTTP/1.1 ${statuses[code] ?? '400 Bad Request'}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`);
  setTimeout(() => socket.destroy(), lingerMs).unref();
};

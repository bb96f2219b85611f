import { writeSync } from 'node:fs';
import pino from 'pino';

export type Log = pino.Logger;
export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

const stderr = 2;

/**
 * A line that cannot be written (the disk is full, whoever read it has left) is dropped: there is nobody to tell, and a service is worth more
 * than its log. One that was written in part is ended first when there is room again, so that the next one can be read.
 */
const linesToStderr = (): pino.DestinationStream => {
  let isCut = false;
  return {
    write: (line) => {
      const all = Buffer.from(isCut ? `\n${line}` : line);
      let written = 0;
      try {
        while (written < all.length) written += writeSync(stderr, all, written);
        isCut = false;
      } catch {
        isCut ||= written > 0;
      }
    },
  };
};

/**
 * Logs go to stderr: stdout belongs to the lines that scripts rely on. The redaction list is a second lock; the first is
 * that no caller hands a header, a cookie or a body to the log.
 */
export const createLog = (level: LogLevel): Log =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: ['*.cookie', '*.authorization', '*.password', '*.token', '*["x-csrftoken"]', '*["set-cookie"]'],
        censor: '***',
      },
    },
    linesToStderr(),
  );

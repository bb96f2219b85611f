import pino from 'pino';

export type Log = pino.Logger;
export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

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
    pino.destination({ fd: 2, sync: true }),
  );

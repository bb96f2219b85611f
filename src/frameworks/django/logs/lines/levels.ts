/** How logs call their levels. */
import type { LogLevel } from '../../../../contract/index.ts';

const levels: Readonly<Record<string, LogLevel>> = {
  TRACE: 'debug',
  DEBUG: 'debug',
  INFO: 'info',
  NOTICE: 'info',
  SUCCESS: 'info',
  WARN: 'warning',
  WARNING: 'warning',
  ERR: 'error',
  ERROR: 'error',
  EXCEPTION: 'error',
  CRIT: 'critical',
  CRITICAL: 'critical',
  FATAL: 'critical',
  ALERT: 'critical',
  EMERG: 'critical',
  EMERGENCY: 'critical',
  // supervisor has four letters for each.
  BLAT: 'debug',
  TRAC: 'debug',
  DEBG: 'debug',
  ERRO: 'error',
};

export const levelOf = (word: unknown): LogLevel | undefined => {
  if (typeof word === 'string') return levels[word.trim().toUpperCase()];
  // Numbers are Python's (10 … 50); pino's 60 is fatal.
  if (typeof word !== 'number') return undefined;
  return word >= 50 ? 'critical' : word >= 40 ? 'error' : word >= 30 ? 'warning' : word >= 20 ? 'info' : 'debug';
};

export const levelWords = Object.keys(levels).join('|');

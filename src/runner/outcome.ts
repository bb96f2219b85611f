/** How a run ended, in exit codes and in words. */
import { constants } from 'node:os';
import type { SandboxProfile } from '../contract/index.ts';
import { plainCancel } from '../contract/words.ts';
import { diskFull, isOutOfFiles, messageOf, systemCodeOf, tooFewFiles } from '../kit/errors.ts';
import { withThousands } from '../kit/numbers.ts';
import type { Limits } from './limits.ts';
import type { AttemptEnd } from './process/attempt.ts';
import type { RunEnd } from './runner.ts';
import { explainRefusal } from './sandbox/remedies.ts';

export type Outcome = Pick<RunEnd, 'exitCode' | 'ended' | 'cause'>;
export type StopReason = 'cancelled' | 'timed_out';

const inMiB = (bytes: number): string => `${withThousands(Math.round(bytes / 1024 / 1024))} MiB`;

/** A limit that the command met before it was stopped may be why it took so long. */
export const stopped = (reason: StopReason, timeoutMs: number, limit: string | null): Outcome => {
  if (reason === 'cancelled') return { exitCode: 130, ended: 'cancelled', cause: plainCancel };
  const seconds = String(timeoutMs / 1000);
  const late = `The command did not end within ${seconds} second${seconds === '1' ? '' : 's'} and was ended.`;
  return { exitCode: 124, ended: 'timed_out', cause: limit ? `${late} ${limit}` : late };
};

/** Node tells of a spawn that found no number for a descriptor as of one with wrong arguments. */
const isOfSpawn = (error: unknown): boolean =>
  systemCodeOf(error) === 'EINVAL' && messageOf(error).startsWith('spawn ');

/** What kept a run from starting, in words that say what to do where there is something. */
export const startProblemOf = (error: unknown): string => {
  if (systemCodeOf(error) === 'ENOSPC') return diskFull;
  return isOutOfFiles(error) || isOfSpawn(error) ? tooFewFiles : messageOf(error);
};

export const couldNotStart = (exitCode: number, cause: string): Outcome => ({
  exitCode,
  ended: 'could_not_start',
  cause,
});

const notBegun = ({ process: { error }, complaint }: AttemptEnd): Outcome => {
  if (error) {
    const missing = systemCodeOf(error) === 'ENOENT';
    return couldNotStart(missing ? 127 : 126, `The sandbox could not be started: ${startProblemOf(error)}`);
  }
  const { reason, remedy } = explainRefusal(complaint || 'it ended without a word');
  return couldNotStart(126, [reason, remedy].filter(Boolean).join(' '));
};

const tooManyProcesses = ({ processes }: Limits): string =>
  `The command started more than the ${processes} processes that a run may have.`;

/** Python tells a met limit in its own words; these are ours. */
const findLimit = (end: AttemptEnd, exitCode: number, lastText: string, limits: Limits): string | null => {
  if (exitCode === 0) return null;
  if (end.excess === 'memory') {
    return `The command used more than ${inMiB(limits.memoryBytes)} of memory and was ended.`;
  }
  if (end.excess === 'processes') return tooManyProcesses(limits);
  if (exitCode === 128 + constants.signals.SIGXCPU) {
    return `The command used more than ${limits.cpuSeconds} seconds of processor time and was ended.`;
  }
  if (end.excess === 'written' || end.layerFull || /No space left on device|database or disk is full/.test(lastText)) {
    return `The command wrote more than the ${inMiB(limits.scratchBytes)} or ${withThousands(limits.scratchFiles)} files that a run may write.`;
  }
  if (/\bMemoryError\b|Cannot allocate memory/.test(lastText)) {
    return `The command needed more than the ${inMiB(limits.addressSpaceBytes)} of memory that one process may have.`;
  }
  if (/BlockingIOError.{0,40}Resource temporarily unavailable|can't start new thread|can't fork/.test(lastText)) {
    return tooManyProcesses(limits);
  }
  if (/\[Errno 27\] File too large/.test(lastText)) {
    return `The command wrote a file larger than the ${inMiB(limits.fileBytes)} that a run may write.`;
  }
  return null;
};

/** In the reduced profile nothing of the project is writable, and there is no copy of it to write to. */
export const explainReadOnly = (profile: SandboxProfile, exitCode: number, lastText: string): string | null => {
  if (profile !== 'reduced' || exitCode === 0) return null;
  const denied = /PermissionError: \[Errno 13\] Permission denied: '([^'\n]{1,300})'/.exec(lastText)?.[1];
  if (!denied && !/readonly database|unable to open database file/.test(lastText)) return null;
  const what = denied ? `open ${denied}` : 'write beside its database';
  return `The command wanted to ${what}, and this machine allows only the reduced sandbox, in which the project is read-only. inspector doctor says how to allow a better one.`;
};

/** bwrap and the shell give 128+n for a command that signal n ended. */
export const outcomeOf = (end: AttemptEnd, lastText: string, limits: Limits): Outcome => {
  const { process } = end;
  if (!end.began || process.error) return notBegun(end);
  const exitCode = process.signal ? 128 + (constants.signals[process.signal] ?? 0) : (process.code ?? 126);
  const signalled = exitCode > 128 && exitCode <= 192;
  return { exitCode, ended: signalled ? 'signalled' : 'exited', cause: findLimit(end, exitCode, lastText, limits) };
};

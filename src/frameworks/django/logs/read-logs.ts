/** `readLogs` of the framework seam: what the log files say since the last look. */
import type { Problem } from '../../../contract/index.ts';
import { type Folder, openFolder } from '../../../folder/folder.ts';
import type { LogPosition, LogReading, ReadingInput, ReadLogLine } from '../../framework.ts';
import { findLogFiles, missingNote, rotatedNames } from './files.ts';
import { groupLines } from './grouping.ts';
import { type LogSettings, logSettingsOf } from './log-settings.ts';
import { positionAt, readTail, type Tail } from './tail.ts';

/** Lines of one reading; the newest are kept. */
const linesLimit = 5000;
/** Characters of one reading: each is masked before it is kept, and whoever writes forty logs at once must not hold up everybody. */
const charactersLimit = 4 * 1024 * 1024;
/** A last line or traceback that is still being written is left for the next look, but not for longer than this. */
const settleMs = 2000;

type FileReading = {
  lines: ReadLogLine[];
  position: LogPosition[string];
  problems: Problem[];
  isLeft: boolean;
  unreadUntil: number;
};

const problem = (code: string, severity: Problem['severity'], message: string, file: string): Problem => ({
  code,
  severity,
  message,
  file,
  line: null,
});

/** More than a few control characters: not text. NULs at the beginning are what a cut file leaves and do not count. */
const isBinary = (bytes: Buffer): boolean => {
  const start = bytes.findIndex((byte) => byte !== 0);
  if (start < 0) return bytes.length > 0;
  const sample = bytes.subarray(start, start + 8192);
  let odd = 0;
  for (const byte of sample) {
    if (byte < 32 && byte !== 9 && byte !== 10 && byte !== 13 && byte !== 27) odd += 1;
  }
  return odd > 8 && odd > sample.length / 20;
};

/** UTF-16, as PowerShell writes it: every other byte of a line in English is none. */
const isWide = (bytes: Buffer): boolean => {
  const sample = bytes.subarray(0, 8192);
  const zeros = [0, 0];
  for (const [index, byte] of sample.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  return Math.max(...zeros) > sample.length / 4 && Math.min(...zeros) < sample.length / 100;
};

/** What was left out is older than the first line behind it. */
const gapUntil = ({ gap }: Tail, part: number, [first]: readonly ReadLogLine[]): number => {
  if (gap?.part !== part) return 0;
  return Math.min(gap.writtenAt, first ? Date.parse(first.at) : gap.writtenAt);
};

/** Where the last lines begin. In bytes: what is not UTF-8 has another length as text. */
const startOfLast = (bytes: Buffer, lines: number): number => {
  let newline = bytes.length - 1;
  for (let left = lines; left > 0 && newline > 0; left -= 1) newline = bytes.lastIndexOf(10, newline - 1);
  return Math.max(0, newline + 1);
};

const readParts = (
  tail: Tail,
  source: string,
  settings: LogSettings,
): { lines: ReadLogLine[]; read: number; unreadUntil: number } => {
  let read = 0;
  let unreadUntil = 0;
  const lines = tail.parts.flatMap((part, index) => {
    const isLast = index === tail.parts.length - 1;
    // One from the future is not waited for.
    const settled = Math.abs(Date.now() - part.writtenAt) > settleMs;
    // Up to the last line feed, unless nobody has written for a while and the file simply ends without one.
    const whole = isLast && !settled ? part.bytes.subarray(0, part.bytes.lastIndexOf(10) + 1) : part.bytes;
    const text = whole.toString('utf8');
    const grouping = groupLines({ text, source, writtenAt: part.writtenAt, ...settings });
    unreadUntil = Math.max(unreadUntil, gapUntil(tail, index, grouping.lines));
    read = whole.length;
    if (!isLast || settled || grouping.unfinished === 0) return grouping.lines;
    read = startOfLast(whole, grouping.unfinished);
    return grouping.lines.slice(0, grouping.whole);
  });
  return { lines, read, unreadUntil };
};

const readFile = (
  folder: Folder,
  path: string,
  before: LogPosition[string] | undefined,
  settings: LogSettings,
): FileReading | Problem[] => {
  const tail = readTail(folder, path, before);
  if (!tail.ok) {
    // One that was read before, or has copies, is only between its rename and its first write.
    if (tail.refusal === 'missing')
      return before || rotatedNames(folder, path).length > 0 ? [] : [missingNote(folder, path)];
    return [problem('log_unreadable', 'warning', tail.message, path)];
  }
  const problems: Problem[] = [];
  const last = tail.value.parts.at(-1);
  const binary = tail.value.parts.find((part) => isBinary(part.bytes));
  if (binary) {
    const kind = isWide(binary.bytes) ? 'is written in UTF-16' : 'is not text';
    problems.push(problem('log_binary', 'info', `${path} ${kind} and is not read.`, path));
    return {
      lines: [],
      position: positionAt(folder, path, tail.value, last?.bytes.length ?? 0, tail.stamp.mtimeMs),
      problems,
      isLeft: false,
      unreadUntil: 0,
    };
  }
  if (tail.value.skippedBytes > 0) {
    const skipped = `${path} grew faster than it is read: ${tail.value.skippedBytes} bytes were skipped.`;
    problems.push(problem('log_skipped', 'info', skipped, path));
  }
  for (const copy of tail.value.packed) {
    const words = `${copy} was compressed between two looks: its last lines may not have been read.`;
    problems.push(problem('log_skipped', 'info', words, copy));
  }
  const { lines, read, unreadUntil } = readParts(tail.value, path, settings);
  const position = positionAt(folder, path, tail.value, read, tail.stamp.mtimeMs);
  return { lines, position, problems, isLeft: read < (last?.bytes.length ?? 0), unreadUntil };
};

const newestOf = (lines: readonly ReadLogLine[]): ReadLogLine[] => {
  let room = charactersLimit;
  const first = lines.findLastIndex(({ message, detail }) => {
    room -= message.length + (detail?.length ?? 0);
    return room < 0;
  });
  return lines.slice(Math.max(first + 1, lines.length - linesLimit));
};

export const readLogs = (
  input: ReadingInput,
  logFiles: readonly string[],
  position: LogPosition,
  settings: LogSettings = logSettingsOf(input),
): LogReading => {
  const folder = openFolder(input.root);
  const { files, problems } = findLogFiles(folder, logFiles);
  const lines: ReadLogLine[] = [];
  let isLeft = false;
  let unreadUntil = 0;
  // Positions of files that are gone for the moment are kept: between rename and first write a rotated log does not exist.
  // A map: a log may be named like a property that every object has.
  const known = new Map(Object.entries(position).slice(-500));
  for (const [index, path] of files.entries()) {
    const reading = readFile(folder, path, known.get(path), settings);
    if (Array.isArray(reading)) problems.push(...reading);
    else {
      for (const line of reading.lines) lines.push(line);
      problems.push(...reading.problems);
      known.set(path, reading.position);
      isLeft ||= reading.isLeft;
      unreadUntil = Math.max(unreadUntil, reading.unreadUntil);
    }
    input.onProgress?.(index + 1, files.length);
  }
  lines.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  const newest = newestOf(lines);
  const lastCut = lines.at(lines.length - newest.length - 1);
  if (lastCut && newest.length < lines.length) unreadUntil = Math.max(unreadUntil, Date.parse(lastCut.at));
  return {
    lines: newest,
    position: Object.fromEntries(known),
    files: files.length,
    problems,
    lookAgainMs: isLeft ? settleMs : null,
    unreadUntil: unreadUntil || null,
  };
};

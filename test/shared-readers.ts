/**
 * Readers for all services that a process of tests starts one after the other. Each service has its own otherwise, and a process that has just
 * started compiles what reads a project: half a second of processor time for what takes a twentieth of it afterwards.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createScanner } from '../src/scanner/create-scanner.ts';
import type { Scanner } from '../src/scanner/scanner.ts';

// They are closed when no service came for so long: they would keep the process alive.
const closeAfterMs = 300;

let readers: { scanner: Scanner; folder: string } | undefined;
let users = 0;
let closing: NodeJS.Timeout | undefined;

const openReaders = (): { scanner: Scanner; folder: string } => {
  const folder = mkdtempSync(join(tmpdir(), 'inspector-readers-'));
  const frameworkModule = new URL('../src/frameworks/index.ts', import.meta.url);
  return { scanner: createScanner({ frameworkModule, scratchDir: join(folder, 'reading') }), folder };
};

const close = async (): Promise<void> => {
  const { scanner, folder } = readers ?? {};
  readers = undefined;
  await scanner?.close();
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
};

/** What `scanner` is asked to read, the shared ones do until it is closed. It watches by itself. */
export const shareReaders = (scanner: Scanner): void => {
  clearTimeout(closing);
  users += 1;
  readers ??= openReaders();
  const { prepare, look, read, readFixtures, readMark, readLogs, forget } = readers.scanner;
  const closed = Promise.withResolvers<never>();
  closed.promise.catch(() => {});
  const until =
    <A extends unknown[], T>(work: (...args: A) => Promise<T>) =>
    (...args: A): Promise<T> =>
      Promise.race([work(...args), closed.promise]);
  const closeOwn = scanner.close;
  let isClosed = false;
  Object.assign(scanner, {
    ...{ look: until(look), read: until(read), readFixtures: until(readFixtures) },
    ...{ prepare, readMark: until(readMark), readLogs: until(readLogs), forget },
    close: async () => {
      // A service that ends does it twice.
      if (isClosed) return;
      isClosed = true;
      closed.reject(new Error('The scanner is closed.'));
      users -= 1;
      if (users === 0) closing = setTimeout(() => void close(), closeAfterMs);
      await closeOwn();
    },
  } satisfies Partial<Scanner>);
};

/** See `checkpoint.ts`. What cannot be moved now stays in the log, where nothing is lost, and is moved next time. */
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import type { ToCheckpoints } from './checkpoint.ts';

const address = pathToFileURL(workerData as string);
// Never to be made anew, should it have been removed.
address.searchParams.set('mode', 'rw');
const database = new DatabaseSync(address);
database.exec('PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 0');
const checkpoint = database.prepare('PRAGMA wal_checkpoint(PASSIVE)');

parentPort?.on('message', (message: ToCheckpoints) => {
  if (message === 'close') {
    database.close();
    parentPort?.close();
    return;
  }
  try {
    checkpoint.get();
  } catch {
    // A full disk, or somebody else's lock.
  }
});

/** A site that runs beside: it writes a log, rotates it, and has its database open. */
import { appendFileSync, copyFileSync, existsSync, renameSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Desk, rootOf, shopOf } from './desk.ts';

export const logFileOf = (desk: Desk): string => join(shopOf(desk), 'var/journal.txt');

const nextLine = (desk: Desk): string => {
  desk.lines.written += 1;
  const level = desk.lines.written % 7 === 0 ? 'ERROR' : 'INFO';
  return `${new Date().toISOString().slice(0, 19).replace('T', ' ')},000 ${level} shop day line ${desk.lines.written}`;
};

/** Ends first what was left open. */
const append = (desk: Desk, text: string): void => {
  appendFileSync(logFileOf(desk), desk.lines.open + text);
  desk.lines.open = '';
};

export const writeLines = (desk: Desk, count = 1 + desk.random.next(20)): void => {
  for (let line = 0; line < count; line += 1) append(desk, `${nextLine(desk)}\n`);
};

/** Thousands of lines a second, more than is kept: only what comes after must all be there. */
export const flood = async (desk: Desk): Promise<void> => {
  for (let second = 0; second < 2; second += 1) {
    append(desk, Array.from({ length: 4000 }, () => `${nextLine(desk)}\n`).join(''));
    await sleep(1000);
  }
  desk.lines.firstSure = desk.lines.written + 1;
};

/** A writer that stops in the middle of a line, and a traceback of which the end does not come. */
export const writeHalfLine = (desk: Desk): void => {
  append(desk, nextLine(desk));
  desk.lines.open = '\n';
};

export const writeTraceback = (desk: Desk): void => {
  append(desk, `${nextLine(desk)}\nTraceback (most recent call last):\n  File "x.py", line 1, in <module>\n`);
  desk.lines.open = 'ValueError: late\n';
};

export const rotate = (desk: Desk): void => {
  const log = logFileOf(desk);
  if (!existsSync(log)) return;
  if (existsSync(`${log}.1`)) renameSync(`${log}.1`, `${log}.2`);
  renameSync(log, `${log}.1`);
  desk.lines.open = '';
  writeLines(desk, 3);
};

export const copyAndTruncate = (desk: Desk): void => {
  const log = logFileOf(desk);
  if (!existsSync(log)) return;
  copyFileSync(log, `${log}.1`);
  truncateSync(log);
  desk.lines.open = '';
  writeLines(desk, 2);
};

export const removeLog = (desk: Desk): void => {
  // What nobody could have read any more is not missed.
  desk.lines.firstSure = desk.lines.written + 1;
  desk.lines.open = '';
  rmSync(logFileOf(desk), { force: true });
};

const databaseOf = (desk: Desk, slug: string): string =>
  join(rootOf(desk, slug), slug === 'shop' ? 'var/shop.data' : 'db.sqlite3');

const connect = (desk: Desk, slug: string): DatabaseSync | undefined => {
  const file = databaseOf(desk, slug);
  return existsSync(file) ? new DatabaseSync(file, { timeout: 2000 }) : undefined;
};

const recordMigration = (database: DatabaseSync, number: number): void => {
  database.exec(
    'CREATE TABLE IF NOT EXISTS django_migrations (id integer primary key, app text, name text, applied text)',
  );
  database
    .prepare("INSERT INTO django_migrations (app, name, applied) VALUES ('shop', ?, '2026-01-01 00:00:00')")
    .run(`9${number}_by_hand`);
};

const attempt = (work: () => void): void => {
  try {
    work();
  } catch {
    // Locked, or no database just now: what people see too.
  }
};

/** In WAL mode, with a connection that stays open: what is written stands beside the database. */
export const writeAhead = (desk: Desk): void => {
  attempt(() => {
    const database = connect(desk, 'shop');
    if (database === undefined) return;
    desk.connections.push(database);
    database.exec('PRAGMA journal_mode = WAL');
    recordMigration(database, desk.random.next(1000));
  });
};

export const writeInPlace = (desk: Desk): void => {
  attempt(() => {
    const database = connect(desk, desk.random.pick(['shop', 'atlas']));
    if (database) recordMigration(database, desk.random.next(1000));
    database?.close();
  });
};

/** Nobody reads while it lasts. */
export const lockDatabase = async (desk: Desk): Promise<void> => {
  const database = connect(desk, 'shop');
  if (database === undefined) return;
  try {
    database.exec('BEGIN EXCLUSIVE');
    recordMigration(database, desk.random.next(1000));
    await sleep(desk.random.pick([200, 4000]));
    database.exec('COMMIT');
  } catch {
    // Another connection was first.
  } finally {
    database.close();
  }
};

export const closeConnections = (desk: Desk): void => {
  for (const database of desk.connections.splice(0)) attempt(() => database.close());
};

export const removeDatabase = (desk: Desk): void => {
  closeConnections(desk);
  for (const ending of ['', '-wal', '-shm']) rmSync(databaseOf(desk, 'shop') + ending, { force: true });
};

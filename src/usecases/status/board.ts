/**
 * The status payload of every workspace as ready bytes. Each section is serialised and hashed when it changes and kept as bytes, so that a
 * run's progress costs neither the schema nor its hash again; a poll costs a look into a map. Links to the service itself lead to where it
 * was asked: a payload is joined for each address (`home`) that it is asked for by.
 */
import { createHash } from 'node:crypto';
import type { Status } from '../../contract/index.ts';
import type { Context } from '../context.ts';
import { type SectionReader, sections } from './sections.ts';

export type StatusSection = Exclude<keyof Status, 'workspace'>;
type ReadyStatus = { bytes: Buffer; etag: string };

/** A section with its name, as it stands in the payload. */
type Part = { bytes: Buffer; hash: Buffer };

type PartAt = (home: string) => Part;

/** All sections as they were at one moment, and what was joined of them. */
type Snapshot = { parts: PartAt[]; byHome: Map<string, ReadyStatus> };

type Entry = {
  workspaceId: number;
  slug: string;
  /** null: it is being read. */
  parts: Map<StatusSection, PartAt | null>;
  current: Snapshot | null;
  assembling: Promise<Snapshot> | null;
};

export type StatusBoard = {
  /** The payload if it is ready and nothing changed since. */
  peek(slug: string, home: string): ReadyStatus | undefined;
  /** The payload as it is now; undefined for a workspace that is not there. */
  read(slug: string, home: string): Promise<ReadyStatus | undefined>;
  /** These sections of a workspace changed; without a list, all of them. */
  touch(workspaceId: number, ...changed: StatusSection[]): void;
  touchAll(...changed: StatusSection[]): void;
  forget(workspaceId: number): void;
};

/** The seed's order. */
const order: readonly StatusSection[] = ['insights', 'apps', 'schema', 'log_excerpt', 'scans', 'tasks', 'doc_links'];

const end = Buffer.from('}');

const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();

const partOf = (text: string): Part => {
  const bytes = Buffer.from(text);
  return { bytes, hash: sha256(bytes) };
};

const partAtOf = (name: StatusSection, text: Awaited<ReturnType<SectionReader>>): PartAt => {
  if (typeof text !== 'string') return (home) => partOf(`,"${name}":${text(home)}`);
  const part = partOf(`,"${name}":${text}`);
  return () => part;
};

const join = ({ parts, byHome }: Snapshot, home: string): ReadyStatus => {
  const known = byHome.get(home);
  if (known) return known;
  const joined = parts.map((partAt) => partAt(home));
  const hash = sha256(Buffer.concat(joined.map((part) => part.hash)));
  const ready = {
    bytes: Buffer.concat([...joined.map(({ bytes }) => bytes), end]),
    etag: `"${hash.toString('base64url').slice(0, 27)}"`,
  };
  byHome.set(home, ready);
  return ready;
};

/** One whose reading failed counts as missing too. */
const missingOf = ({ parts }: Entry): StatusSection[] => order.filter((name) => !parts.get(name));

export const createStatusBoard = (contextOf: () => Context): StatusBoard => {
  const bySlug = new Map<string, Entry>();
  const byId = new Map<number, Entry>();

  const assemble = async (entry: Entry): Promise<Snapshot> => {
    // A section may change while another is read; those are read again until all are current.
    for (let missing = missingOf(entry); missing.length > 0; missing = missingOf(entry)) {
      for (const name of missing) {
        entry.parts.set(name, null);
        const text = await sections[name](contextOf(), entry.workspaceId);
        if (entry.parts.has(name)) entry.parts.set(name, partAtOf(name, text));
      }
    }
    const first = partOf(`{"workspace":${JSON.stringify(entry.slug)}`);
    const parts = [() => first, ...order.flatMap((name) => entry.parts.get(name) ?? [])];
    entry.current = { parts, byHome: new Map() };
    return entry.current;
  };

  const enter = async (slug: string): Promise<Entry | undefined> => {
    const workspace = await contextOf().store.workspaces.findBySlug(slug);
    if (!workspace) return undefined;
    const entry = bySlug.get(slug) ?? {
      workspaceId: workspace.id,
      slug,
      parts: new Map(),
      current: null,
      assembling: null,
    };
    bySlug.set(slug, entry);
    byId.set(workspace.id, entry);
    return entry;
  };

  const touchEntry = (entry: Entry, changed: StatusSection[]): void => {
    entry.current = null;
    for (const name of changed.length > 0 ? changed : order) entry.parts.delete(name);
  };

  return {
    peek: (slug, home) => {
      const current = bySlug.get(slug)?.current;
      return current ? join(current, home) : undefined;
    },
    read: async (slug, home) => {
      const entry = bySlug.get(slug) ?? (await enter(slug));
      if (!entry) return undefined;
      if (entry.current) return join(entry.current, home);
      // One at a time: whoever asks meanwhile is given what that one ends with, which holds all that changed until then.
      entry.assembling ??= assemble(entry).finally(() => {
        entry.assembling = null;
      });
      return join(await entry.assembling, home);
    },
    touch: (workspaceId, ...changed) => {
      const entry = byId.get(workspaceId);
      if (entry) touchEntry(entry, changed);
    },
    touchAll: (...changed) => {
      for (const entry of byId.values()) touchEntry(entry, changed);
    },
    forget: (workspaceId) => {
      const entry = byId.get(workspaceId);
      if (!entry) return;
      byId.delete(workspaceId);
      bySlug.delete(entry.slug);
    },
  };
};

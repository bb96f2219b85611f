/**
 * The status payload of every workspace as ready bytes. Each section is serialised when it changes and kept as text, so that a run's
 * progress does not cost the schema again; a poll costs a look into a map.
 */
import { createHash } from 'node:crypto';
import type { Status } from '../../contract/index.ts';
import type { Context } from '../context.ts';
import { sections } from './sections.ts';

export type StatusSection = Exclude<keyof Status, 'workspace'>;
export type ReadyStatus = { bytes: Buffer; text: string; etag: string };

type Entry = {
  workspaceId: number;
  slug: string;
  parts: Map<StatusSection, string>;
  ready: ReadyStatus | null;
  assembling: Promise<ReadyStatus> | null;
};

export type StatusBoard = {
  /** The payload if it is ready and nothing changed since. */
  peek(slug: string): ReadyStatus | undefined;
  /** The payload as it is now; undefined for a workspace that is not there. */
  read(slug: string): Promise<ReadyStatus | undefined>;
  /** These sections of a workspace changed; without a list, all of them. */
  touch(workspaceId: number, ...changed: StatusSection[]): void;
  touchAll(...changed: StatusSection[]): void;
  forget(workspaceId: number): void;
};

/** The seed's order. */
const order: readonly StatusSection[] = ['insights', 'apps', 'schema', 'log_excerpt', 'scans', 'tasks', 'doc_links'];

export const createStatusBoard = (contextOf: () => Context): StatusBoard => {
  const bySlug = new Map<string, Entry>();
  const byId = new Map<number, Entry>();

  const assemble = async (entry: Entry): Promise<ReadyStatus> => {
    // A section may change while another is read; those are read again until all are current.
    for (
      let missing = order.filter((name) => !entry.parts.has(name));
      missing.length > 0;
      missing = order.filter((name) => !entry.parts.has(name))
    ) {
      for (const name of missing) {
        const started = entry.parts;
        started.set(name, '');
        const text = await sections[name](contextOf(), entry.workspaceId);
        if (started.has(name)) started.set(name, text);
      }
    }
    const text = `{"workspace":${JSON.stringify(entry.slug)},${order.map((name) => `"${name}":${entry.parts.get(name)}`).join(',')}}`;
    const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`;
    const ready = { bytes: Buffer.from(text), text, etag };
    entry.ready = ready;
    return ready;
  };

  const enter = async (slug: string): Promise<Entry | undefined> => {
    const workspace = await contextOf().store.workspaces.findBySlug(slug);
    if (!workspace) return undefined;
    const entry = bySlug.get(slug) ?? {
      workspaceId: workspace.id,
      slug,
      parts: new Map(),
      ready: null,
      assembling: null,
    };
    bySlug.set(slug, entry);
    byId.set(workspace.id, entry);
    return entry;
  };

  const touchEntry = (entry: Entry, changed: StatusSection[]): void => {
    entry.ready = null;
    for (const name of changed.length > 0 ? changed : order) entry.parts.delete(name);
  };

  return {
    peek: (slug) => bySlug.get(slug)?.ready ?? undefined,
    read: async (slug) => {
      const entry = bySlug.get(slug) ?? (await enter(slug));
      if (!entry) return undefined;
      if (entry.ready) return entry.ready;
      entry.assembling ??= assemble(entry).finally(() => {
        entry.assembling = null;
      });
      const assembled = await entry.assembling;
      // Touched after the last section was read: one more pass.
      return (
        entry.ready ??
        (entry.assembling === null && order.some((name) => !entry.parts.has(name)) ? assemble(entry) : assembled)
      );
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

/** What is kept of sessions between two requests: a poll must not cost a query. The store stays the truth. */
import { createHmac } from 'node:crypto';
import type { Role } from '../../contract/index.ts';
import { randomToken } from '../../kit/ids.ts';
import type { Store } from '../../store/store.ts';

export type KnownSession = {
  id: number;
  tokenHash: string;
  user: { name: string; role: Role };
  kind: 'browser' | 'cli';
  lastSeenAt: number;
  lastSavedAt: number;
  expiresAt: number;
};

/** A launch token that nobody has used yet. Kept in memory only, with ticks: it ends with the service or after ten minutes. */
type LaunchToken = { expiresAtTicks: number; userName: string };

export type SessionMemory = {
  byHash: Map<string, KnownSession>;
  launchTokens: Map<string, LaunchToken>;
  /** HMAC under a key that never leaves the data folder. */
  sign(text: string): string;
  forget(matches: (session: KnownSession) => boolean): void;
};

export const createSessionMemory = async (store: Store): Promise<SessionMemory> => {
  const key = await store.remember('csrf_key', randomToken);
  const byHash = new Map<string, KnownSession>();
  return {
    byHash,
    launchTokens: new Map(),
    sign: (text) => createHmac('sha256', key).update(text).digest('hex'),
    forget: (matches) => {
      for (const [hash, session] of byHash) if (matches(session)) byHash.delete(hash);
    },
  };
};

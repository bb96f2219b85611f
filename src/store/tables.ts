/** The tables as the queries see them; `migrations/` makes them. Times are milliseconds since the epoch, JSON is text. */
import type { LogLevel, Role, RunStatus, ScanKind, ScanStatus } from '../contract/index.ts';

export type WorkspaceRow = {
  id: number;
  slug: string;
  name: string;
  path: string;
  python: string | null;
  network: number;
  environment: string;
  docs_url: string | null;
  description: string;
  colour: string;
  created_at: number;
};

export type PresetRow = {
  key: string;
  label: string;
  description: string;
  documentation_url: string;
  icon: string;
  category: string;
  requires_confirmation: number;
  argv: string;
  created_at: number;
};

export type DocLinkRow = { id: number; workspace_id: number | null; title: string; url: string };

export type UserRow = { name: string; role: Role; password: string | null; created_at: number };

export type SessionRow = {
  id: number;
  token_hash: string;
  user_name: string;
  kind: 'browser' | 'cli';
  client: string | null;
  created_at: number;
  last_seen_at: number;
  expires_at: number;
};

export type RunRow = {
  id: number;
  workspace_id: number;
  preset: string;
  label: string;
  status: RunStatus;
  progress: number;
  user_name: string;
  note: string | null;
  argv: string;
  raw: string;
  safe_prefix: string;
  workspace_path: string;
  timeout_ms: number;
  queued_at: number;
  started_at: number | null;
  ended_at: number | null;
  duration_ms: number;
  output_lines: number;
  exit_code: number | null;
  timed_out: number;
  error: string | null;
  sandbox: string | null;
  result: string | null;
  output_bytes: number;
  output_truncated: number;
  log_cut_lines: number;
};

/** Some consecutive lines of a run's log; `first_seq` is the number of the first. */
export type RunLogRow = { run_id: number; first_seq: number; lines: number; text: string };

export type IdempotencyRow = { user_name: string; key: string; fields: string; run_id: number; created_at: number };

export type ScanRow = {
  id: number;
  workspace_id: number;
  kind: ScanKind;
  status: ScanStatus;
  progress: number;
  summary: string;
  created_at: number;
  ended_at: number | null;
};

/** The last good result of each kind of reading. */
export type ReadingRow = { workspace_id: number; kind: string; data: string; read_at: number };

/** A rich resource of the last reading: gzip of its JSON. */
export type DocumentRow = { workspace_id: number; kind: string; gzip: Uint8Array; read_at: number };

export type InsightPointRow = { workspace_id: number; title: string; at: number; value: string };

export type LogLineRow = {
  id: number;
  workspace_id: number;
  at: number;
  level: LogLevel;
  source: string;
  logger: string | null;
  message: string;
  detail: string | null;
};

/** A row before the database has given it an id. */
export type New<R extends { id: number }> = Omit<R, 'id'>;

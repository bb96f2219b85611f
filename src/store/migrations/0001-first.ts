import type { Database } from '../dialects/dialect.ts';

/** Ids are never used twice (AUTOINCREMENT): a client may hold one for long. */
export const first = async (database: Database): Promise<void> => {
  for (const statement of statements) await database.run(statement);
};

const statements = [
  'CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL)',
  `CREATE TABLE workspaces (
    id INTEGER PRIMARY KEY AUTOINCREMENT, slug TEXT NOT NULL UNIQUE, name TEXT NOT NULL, path TEXT NOT NULL UNIQUE, python TEXT,
    network INTEGER NOT NULL, environment TEXT NOT NULL, docs_url TEXT, description TEXT NOT NULL, colour TEXT NOT NULL, created_at INTEGER NOT NULL)`,
  `CREATE TABLE presets (
    key TEXT PRIMARY KEY, label TEXT NOT NULL, description TEXT NOT NULL, documentation_url TEXT NOT NULL, icon TEXT NOT NULL,
    category TEXT NOT NULL, requires_confirmation INTEGER NOT NULL, argv TEXT NOT NULL, created_at INTEGER NOT NULL)`,
  `CREATE TABLE doc_links (
    id INTEGER PRIMARY KEY AUTOINCREMENT, workspace_id INTEGER REFERENCES workspaces(id) ON DELETE CASCADE, title TEXT NOT NULL, url TEXT NOT NULL)`,
  'CREATE TABLE users (name TEXT PRIMARY KEY, role TEXT NOT NULL, password TEXT, created_at INTEGER NOT NULL)',
  `CREATE TABLE sessions (
    id INTEGER PRIMARY KEY AUTOINCREMENT, token_hash TEXT NOT NULL UNIQUE, user_name TEXT NOT NULL REFERENCES users(name) ON DELETE CASCADE,
    kind TEXT NOT NULL, client TEXT, created_at INTEGER NOT NULL, last_seen_at INTEGER NOT NULL, expires_at INTEGER NOT NULL)`,
  `CREATE TABLE runs (
    id INTEGER PRIMARY KEY AUTOINCREMENT, workspace_id INTEGER NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
    preset TEXT NOT NULL, label TEXT NOT NULL, status TEXT NOT NULL, progress INTEGER NOT NULL, user_name TEXT NOT NULL, note TEXT,
    argv TEXT NOT NULL, raw TEXT NOT NULL, safe_prefix TEXT NOT NULL, workspace_path TEXT NOT NULL, timeout_ms INTEGER NOT NULL,
    queued_at INTEGER NOT NULL, started_at INTEGER, ended_at INTEGER, duration_ms INTEGER NOT NULL, output_lines INTEGER NOT NULL,
    exit_code INTEGER, timed_out INTEGER NOT NULL, error TEXT, sandbox TEXT, result TEXT,
    output_bytes INTEGER NOT NULL, output_truncated INTEGER NOT NULL, log_cut_lines INTEGER NOT NULL)`,
  'CREATE INDEX runs_of_workspace ON runs (workspace_id, id)',
  "CREATE INDEX runs_unfinished ON runs (id) WHERE status IN ('queued', 'running')",
  'CREATE INDEX runs_of_preset ON runs (workspace_id, preset, status, id)',
  'CREATE INDEX runs_with_output ON runs (id) WHERE output_bytes > 0',
  `CREATE TABLE run_logs (
    run_id INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE, first_seq INTEGER NOT NULL, lines INTEGER NOT NULL, text TEXT NOT NULL,
    PRIMARY KEY (run_id, first_seq)) WITHOUT ROWID`,
  `CREATE TABLE idempotency_keys (
    user_name TEXT NOT NULL, key TEXT NOT NULL, fields TEXT NOT NULL, run_id INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
    created_at INTEGER NOT NULL, PRIMARY KEY (user_name, key)) WITHOUT ROWID`,
  'CREATE INDEX idempotency_keys_by_run ON idempotency_keys (run_id)',
  'CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at)',
  `CREATE TABLE scans (
    id INTEGER PRIMARY KEY AUTOINCREMENT, workspace_id INTEGER NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE,
    kind TEXT NOT NULL, status TEXT NOT NULL, progress INTEGER NOT NULL, summary TEXT NOT NULL, created_at INTEGER NOT NULL, ended_at INTEGER)`,
  'CREATE INDEX scans_of_workspace ON scans (workspace_id, id)',
  'CREATE INDEX scans_of_kind ON scans (workspace_id, kind, id)',
  "CREATE INDEX scans_unfinished ON scans (id) WHERE status IN ('pending', 'running')",
  `CREATE TABLE readings (
    workspace_id INTEGER NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE, kind TEXT NOT NULL, data TEXT NOT NULL, read_at INTEGER NOT NULL,
    PRIMARY KEY (workspace_id, kind))`,
  `CREATE TABLE insight_points (
    workspace_id INTEGER NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE, title TEXT NOT NULL, at INTEGER NOT NULL, value TEXT NOT NULL,
    PRIMARY KEY (workspace_id, title, at)) WITHOUT ROWID`,
  `CREATE TABLE log_lines (
    id INTEGER PRIMARY KEY AUTOINCREMENT, workspace_id INTEGER NOT NULL REFERENCES workspaces(id) ON DELETE CASCADE, at INTEGER NOT NULL,
    level TEXT NOT NULL, source TEXT NOT NULL, logger TEXT, message TEXT NOT NULL, detail TEXT)`,
  'CREATE INDEX log_lines_of_workspace ON log_lines (workspace_id, id)',
  'CREATE INDEX log_lines_by_level ON log_lines (workspace_id, level, at)',
];

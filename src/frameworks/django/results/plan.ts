/** `migrate --plan`: `app.name` and its operations, indented. */
import type { RunResult } from '../../../contract/index.ts';

type PlanResult = Extract<RunResult, { kind: 'plan' }>;

/** An app is a name in any script; a migration is named by its file, which may have hyphens. */
const migration = /^([\p{XID_Start}_]\p{XID_Continue}*)\.([\p{XID_Continue}-]+)$/u;

export const parsePlan = (output: string): PlanResult | null => {
  const lines = output.split('\n');
  const start = lines.indexOf('Planned operations:');
  if (start < 0) return null;
  const migrations: PlanResult['migrations'] = [];
  for (const line of lines.slice(start + 1)) {
    const match = migration.exec(line);
    if (match) migrations.push({ app: match[1] ?? '', name: match[2] ?? '', operations: [] });
    else if (line.startsWith('    ')) migrations.at(-1)?.operations.push(line.trim());
  }
  return { kind: 'plan', migrations };
};

/** `migrate --plan`: `app.name` and its operations, indented. */
import type { RunResult } from '../../../contract/index.ts';

type PlanResult = Extract<RunResult, { kind: 'plan' }>;

const migration = /^([A-Za-z_]\w*)\.(\w+)$/;

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

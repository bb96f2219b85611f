/**
 * A finding is good for a second: a run that is queued has its interpreter looked up while it is stored, and finds it ready when it starts. Longer would
 * hide an environment that somebody has just made.
 */
import type { InterpreterFinding } from '../runner.ts';

const goodForMs = 1000;

type Find = (workspacePath: string, override: string | null) => Promise<InterpreterFinding>;

export const rememberRecent = (find: Find): Find => {
  const recent = new Map<string, { at: number; finding: Promise<InterpreterFinding> }>();
  return (workspacePath, override) => {
    const now = performance.now();
    // The oldest come first.
    for (const [key, { at }] of recent) {
      if (now - at <= goodForMs) break;
      recent.delete(key);
    }
    const key = JSON.stringify([workspacePath, override]);
    const known = recent.get(key);
    if (known) return known.finding;
    const finding = find(workspacePath, override);
    recent.set(key, { at: now, finding });
    return finding;
  };
};

/** The sample project's database and log files, which git does not keep. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ask, root, say } from './machine.mjs';

export const samplePath = join(root, 'samples', 'atlas');

/** Makes what is missing; a sample without them is still a project one can look into, so this never throws. */
export async function ensureSample(python) {
  const wanted = [join(samplePath, 'db.sqlite3'), join(samplePath, 'logs', 'atlas.log')];
  if (wanted.every((file) => existsSync(file))) return say('sample', 'its database and log files are there');
  if (!python) return say('sample', 'without database and log files: making them needs a Python with Django');
  const { code, output } = await ask(python, [join(root, 'samples', 'make-sample.py')], { timeoutMs: 120_000 });
  const last = output.split('\n').filter(Boolean);
  say('sample', code === 0 ? last.join('; ') : `could not be made (${last.at(-1) ?? `exit status ${code}`})`);
}

/** The renderer in dist/web: built when what it is made from has changed. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ask, readText, root, say } from './machine.mjs';

const madeFrom = ['src/web', 'src/contract', 'src/diagram', 'vite.config.ts', 'package-lock.json'];
const page = join(root, 'dist', 'web', 'index.html');
// Beside the folder, not in it: vite empties the folder before it writes.
const stamp = join(root, 'dist', 'web.stamp');

export async function ensureRenderer(node) {
  const digest = digestSources();
  if (existsSync(page) && readText(stamp) === digest) return say('renderer', 'current');
  say('renderer', 'building dist/web');
  const started = performance.now();
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const { code, output } = await ask(node, [vite, 'build', '--logLevel', 'warn'], { timeoutMs: 5 * 60_000 });
  if (code !== 0 || !existsSync(page))
    throw new Error(`The renderer could not be built (vite ended with ${code}):\n${output}`);
  mkdirSync(join(root, 'dist'), { recursive: true });
  writeFileSync(stamp, digest);
  say('renderer', `built in ${((performance.now() - started) / 1000).toFixed(1)} s`);
}

/** By content, not by time: a checkout or a copy sets the times of all files. */
function digestSources() {
  const hash = createHash('sha256');
  for (const file of madeFrom.flatMap((path) => listFiles(join(root, path)))) {
    hash
      .update(`${relative(root, file)}\0`)
      .update(readFileSync(file))
      .update('\0');
  }
  return hash.digest('hex');
}

function listFiles(path) {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) return [];
  if (found.isFile()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => listFiles(join(path, name)));
}

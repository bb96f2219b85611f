/** Where a project is when the folder that was named holds none itself: a repository of several, or a folder inside of one. */
import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { withChoices } from '../../contract/words.ts';

const levelsBelow = 2;
const levelsAbove = 2;
/** More than a repository has so near its top; whoever names a folder of thousands does not wait for all of them. */
const foldersLimit = 300;
const namedAtMost = 12;
/** They hold what was installed or built. */
const passedOver = /^(?:\.|__|node_modules$|venv$|env$|site-packages$|dist$|build$)/;

const holds = async (folder: string, marker: string): Promise<boolean> => {
  const info = await stat(join(folder, marker)).catch(() => undefined);
  return info?.isFile() === true && info.size > 0;
};

const foldersIn = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder, { withFileTypes: true }).catch((): Dirent[] => []);
  // No links: they may lead anywhere, also back up.
  const names = entries.filter((entry) => entry.isDirectory() && !passedOver.test(entry.name)).map(({ name }) => name);
  return names.sort().map((name) => join(folder, name));
};

const findBelow = async (folder: string, marker: string): Promise<string[]> => {
  const found: string[] = [];
  let level = [folder];
  let room = foldersLimit;
  for (let depth = 0; depth < levelsBelow; depth += 1) {
    const next: string[] = [];
    for (const parent of level) {
      for (const child of (await foldersIn(parent)).slice(0, Math.max(0, room))) {
        room -= 1;
        if (await holds(child, marker)) found.push(child);
        else next.push(child);
      }
    }
    level = next;
  }
  return found;
};

const findAbove = async (folder: string, marker: string): Promise<string[]> => {
  let above = folder;
  for (let level = 0; level < levelsAbove; level += 1) {
    above = dirname(above);
    if (await holds(above, marker)) return [above];
  }
  return [];
};

/** What to choose in place of a folder without a project: in words, and the folders themselves. */
export const adviseNearby = async (
  folder: string,
  marker: string,
): Promise<{ advice: string; choices?: readonly string[] }> => {
  const below = await findBelow(folder, marker);
  const found = below.length > 0 ? below : await findAbove(folder, marker);
  if (found.length === 0) return { advice: 'Choose the folder that holds it.' };
  const more = found.length - namedAtMost;
  const which =
    found.length === 1 ? 'the folder that holds it' : `one of these${more > 0 ? `, or of ${more} more` : ''}`;
  const choices = found.slice(0, namedAtMost);
  return { advice: withChoices(`Choose ${which}`, choices), choices };
};

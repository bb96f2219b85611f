/** Folders to watch and what they are: a path may lead to another folder a moment later, and a watch stays with the old one. */
import { type BigIntStats, statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { openFolder } from '../../folder/folder.ts';

/** `changedMs`: when something was last added to it or removed from it. `isLink`: another name of a folder, perhaps one outside. */
export type Place = { path: string; identity: string; changedMs: number; isLink: boolean };

/** With its birth: the number of a removed folder is soon given to the next one. */
const placeOf = (path: string, { dev, ino, birthtimeNs, ctimeMs }: BigIntStats, isLink = false): Place => ({
  path,
  identity: `${dev} ${ino} ${birthtimeNs}`,
  changedMs: Number(ctimeMs),
  isLink,
});

export const findPlace = async (path: string): Promise<Place | undefined> => {
  const stats = await stat(path, { bigint: true }).catch(() => undefined);
  return stats?.isDirectory() ? placeOf(path, stats) : undefined;
};

const findPlaceNow = (path: string, isLink: boolean): Place[] => {
  try {
    const stats = statSync(path, { bigint: true });
    return stats.isDirectory() ? [placeOf(path, stats, isLink)] : [];
  } catch {
    return [];
  }
};

/**
 * The folder and those below it that hold source, shallow ones first; then links that lead to a folder, whose end nobody could else tell from
 * that of a file. As many of each at most. Synchronous: it is done in a reader process.
 */
export const listPlaces = (root: string, limit: number): Place[] => {
  const { folders, links } = openFolder(root).list({ accept: () => false });
  const placesOf = (paths: readonly string[], areLinks: boolean): Place[] =>
    paths.slice(0, limit).flatMap((path) => findPlaceNow(join(root, path), areLinks));
  return [...placesOf(folders, false), ...placesOf(links, true)];
};

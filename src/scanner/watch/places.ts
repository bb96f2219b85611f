/** Folders to watch and what they are: a path may lead to another folder a moment later, and a watch stays with the old one. */
import { type BigIntStats, statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { openFolder } from '../../folder/folder.ts';

/** `changedMs`: when something was last added to it or removed from it. */
export type Place = { path: string; identity: string; changedMs: number };

/** With its birth: the number of a removed folder is soon given to the next one. */
const placeOf = (path: string, { dev, ino, birthtimeNs, ctimeMs }: BigIntStats): Place => ({
  path,
  identity: `${dev} ${ino} ${birthtimeNs}`,
  changedMs: Number(ctimeMs),
});

export const findPlace = async (path: string): Promise<Place | undefined> => {
  const stats = await stat(path, { bigint: true }).catch(() => undefined);
  return stats?.isDirectory() ? placeOf(path, stats) : undefined;
};

const findPlaceNow = (path: string): Place | undefined => {
  try {
    return placeOf(path, statSync(path, { bigint: true }));
  } catch {
    return undefined;
  }
};

/** The folder and those below it that hold source, shallow ones first. Synchronous: it is done in a reader process. */
export const listPlaces = (root: string, limit: number): Place[] =>
  openFolder(root)
    .list({ accept: () => false })
    .folders.slice(0, limit)
    .flatMap((folder) => findPlaceNow(join(root, folder)) ?? []);

/** Folders to watch and what they are: a path may lead to another folder a moment later, and a watch stays with the old one. */
import { type BigIntStats, statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type ListingLimits, openFolder } from '../../folder/folder.ts';

/** `changedMs`: when something was last added to it or removed from it. */
export type Place = { path: string; identity: string; changedMs: number };

/**
 * `folders`: shallow ones first. `links`: other names of folders, perhaps of some outside. `namesOf`: of each file of the project that links lead to, those
 * links. `isWhole`: whether all folders were found.
 */
export type Places = {
  folders: Place[];
  links: string[];
  namesOf: ReadonlyMap<string, readonly string[]>;
  isWhole: boolean;
};

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

const look = (path: string): BigIntStats | undefined => {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false });
  } catch {
    return undefined;
  }
};

/**
 * The folder and those below it that hold source; then links, whose end nobody could else tell. As many of each at most. Synchronous: it is done in a
 * reader process.
 */
export const listPlaces = (root: string, limit: number, limits: Partial<ListingLimits> = {}): Places => {
  const folder = openFolder(root);
  const listing = folder.list({ accept: () => false, limits });
  const folders = listing.folders.slice(0, limit).flatMap((path) => {
    const stats = look(join(root, path));
    return stats?.isDirectory() ? [placeOf(join(root, path), stats)] : [];
  });
  const links: string[] = [];
  const namesOf = new Map<string, string[]>();
  for (const path of listing.links.slice(0, limit)) {
    const link = join(root, path);
    const stats = look(link);
    if (stats?.isDirectory()) links.push(link);
    const target = stats?.isFile() ? folder.realPath(path) : undefined;
    if (target !== undefined) namesOf.set(target, [...(namesOf.get(target) ?? []), link]);
  }
  return { folders, links, namesOf, isWhole: !listing.cuts.some((cut) => cut === 'entries' || cut === 'time') };
};

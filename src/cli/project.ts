/** The project that a call is about: the folder it names, else the one it is made in. */
import { existsSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Workspace } from '../contract/index.ts';
import { ask, type Client } from './client.ts';

/** The path that was given, else the current folder if it is a project. */
export const projectPath = (given: string | undefined): string | undefined => {
  if (given !== undefined) return resolve(given);
  return existsSync(join(process.cwd(), 'manage.py')) ? process.cwd() : undefined;
};

/** Who keeps the workspaces: the service that is asked, or the one that this process is. */
type Keeper = { add(path: string): Promise<Workspace>; list(): Promise<Workspace[]> };

export const keeperOf = (client: Client): Keeper => ({
  add: (path) => ask<Workspace>(client, 'POST', 'api/workspaces/', { path }),
  list: () => ask<Workspace[]>(client, 'GET', 'api/workspaces/'),
});

export const findSlug = async (keeper: Keeper, path: string): Promise<string | undefined> => {
  const real = await realpath(path).catch(() => path);
  return (await keeper.list()).find((workspace) => workspace.path === real)?.slug;
};

const isInside = (folder: string, path: string): boolean => path === folder || path.startsWith(`${folder}/`);

/** The workspace that a folder lies in, else the only one that lies below it: a repository is opened at its top, and has its project in `backend/`. */
export const findAround = async (keeper: Keeper, path: string): Promise<string | undefined> => {
  const real = await realpath(path).catch(() => path);
  const known = await keeper.list();
  const around = known.filter((workspace) => isInside(workspace.path, real));
  // The innermost: a project may lie in the folder of another.
  if (around.length > 0) return around.reduce((a, b) => (b.path.length > a.path.length ? b : a)).slug;
  const below = known.filter((workspace) => isInside(real, workspace.path));
  return below.length === 1 ? below[0]?.slug : undefined;
};

/** Slug of the workspace of a folder. One that is a workspace already is no mistake: it is simply opened. */
export const findOrAdd = async (keeper: Keeper, path: string): Promise<string> => {
  try {
    return (await keeper.add(path)).slug;
  } catch (error) {
    const slug = await findSlug(keeper, path);
    if (slug === undefined) throw error;
    return slug;
  }
};

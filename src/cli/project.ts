/** The project that a call is about: the folder it names, else the one it is made in. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Workspace } from '../contract/index.ts';
import { InspectorError } from '../kit/errors.ts';
import { ask, type Client } from './client.ts';

/** The path that was given, else the current folder if it is a project. */
export const projectPath = (given: string | undefined): string | undefined => {
  if (given !== undefined) return resolve(given);
  return existsSync(join(process.cwd(), 'manage.py')) ? process.cwd() : undefined;
};

/** Slug of the workspace that a folder is already, as the refusal to add it again names it. */
export const twinOf = (error: unknown): string | undefined =>
  error instanceof InspectorError ? /is the workspace "(.*)" already/.exec(error.message)?.[1] : undefined;

/** Slug of the workspace of a folder. One that is a workspace already is no mistake: it is simply opened. */
export const findOrAdd = async (client: Client, path: string): Promise<string> => {
  try {
    return (await ask<Workspace>(client, 'POST', 'api/workspaces/', { path })).slug;
  } catch (error) {
    const twin = twinOf(error);
    if (twin === undefined) throw error;
    return twin;
  }
};

/** What the wizard asks before a project is added: what is in a folder, and which folders there are. */
import { readdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join } from 'node:path';
import type { Detection, FolderCompletion } from '../../contract/index.ts';
import { homeFolder } from '../../kit/home.ts';
import type { Context } from '../context.ts';
import { scanInput } from '../scans/project.ts';
import { findFreePlace, refusePlace } from './paths.ts';
import { freeSlug, slugify } from './slugs.ts';
import { presentInterpreter } from './workspaces.ts';

export const detectProject = async (context: Context, given: string): Promise<Detection> => {
  const place = await findFreePlace(context, given);
  if ('problem' in place) throw refusePlace(place);
  const finding = await context.runner.findInterpreter(place.path, null);
  const found = 'found' in finding ? finding.found : null;
  const look = await context.scanner.look(scanInput(place.path, found));
  const taken = new Set((await context.store.workspaces.list()).map((row) => row.slug));
  const databases = await Promise.all(
    look.project.databases.map(async ({ alias, engine, name, file }) => ({
      alias,
      engine,
      name,
      reachable: file === null ? ('network' as const) : (await isFile(file)) ? ('file' as const) : ('missing' as const),
    })),
  );
  const warnings = [...look.warnings];
  if ('problem' in finding) warnings.push(finding.problem);
  if (databases.some((database) => database.reachable === 'missing'))
    warnings.push('The database file does not exist yet: every migration counts as pending.');
  if (databases.some((database) => database.reachable === 'network')) {
    warnings.push(
      'The database is reached over the network: allow network for this workspace to read its applied migrations.',
    );
  }
  return {
    path: place.path,
    name: basename(place.path),
    slug: freeSlug(slugify(basename(place.path)), taken),
    django_version: look.project.django_version,
    interpreter: found && presentInterpreter(found),
    settings_module: look.settingsModule,
    databases,
    apps: look.apps,
    warnings,
  };
};

const isFile = async (path: string): Promise<boolean> => (await stat(path).catch(() => undefined))?.isFile() ?? false;

const mostShown = 50;

/** Names of folders only, for an admin's path field: `~/co` gives `~/code`. Hidden ones only when asked for by their dot. */
export const completeFolders = async (context: Context, typed: string): Promise<FolderCompletion> => {
  const path = typed === '' ? `${homeFolder()}/` : typed.startsWith('~/') ? join(homeFolder(), typed.slice(1)) : typed;
  if (!isAbsolute(path) || path.includes('\0')) return { folders: [] };
  const parent = path.endsWith('/') ? path : dirname(path);
  const start = path.endsWith('/') ? '' : basename(path);
  const real = await realpath(parent).catch(() => undefined);
  if (real === undefined || /^\/(proc|sys|dev)(\/|$)/.test(real)) return { folders: [] };
  const entries = await readdir(real, { withFileTypes: true }).catch(() => []);
  const names = entries
    .filter((entry) => entry.isDirectory() && entry.name.toLowerCase().startsWith(start.toLowerCase()))
    .filter((entry) => start.startsWith('.') || !entry.name.startsWith('.'))
    .map((entry) => entry.name)
    .sort()
    .slice(0, mostShown);
  const folders = await Promise.all(
    names.map(async (name) => ({
      path: join(parent, name),
      project: await isFile(join(real, name, context.framework.marker)),
    })),
  );
  return { folders };
};

/** The graph of a project's migrations and the state they add up to: worked out once as long as files and record are the very same. */
import { hasSameItems } from '../../../kit/same-items.ts';
import { appsProblemOf } from '../project/gaps.ts';
import type { DjangoProject } from '../project/project.ts';
import type { AppFiles } from './files/disk.ts';
import type { MigrationFile } from './files/migration-file.ts';
import { buildGraph, findLeaves, type MigrationGraph, type MigrationKey } from './graph.ts';
import { type ReplayMemory, replay } from './replay.ts';
import type { ProjectState } from './state.ts';

/** What the database has recorded: key → when. */
export type Applied = ReadonlyMap<MigrationKey, string | null>;

export type Plan = {
  graph: MigrationGraph;
  /** By app, the migrations that nothing of the app builds on. */
  leaves: ReadonlyMap<string, readonly MigrationKey[]>;
  state: ProjectState;
};

type Remembered = Plan & { labels: string; apps: readonly AppFiles[]; applied: Applied; memory: ReplayMemory };

/** By the root of a project. */
export type PlanMemory = Map<string, Remembered>;
// Of more projects than anyone works on at a time the oldest is forgotten.
const rememberedLimit = 8;

const isSameRecord = (left: Applied, right: Applied): boolean => {
  if (left === right) return true;
  if (left.size !== right.size) return false;
  for (const key of left.keys()) if (!right.has(key)) return false;
  return true;
};

const filesInOrder = (graph: MigrationGraph): MigrationFile[] =>
  graph.order.flatMap((key) => graph.nodes.get(key)?.file ?? []);

/** The graph with what is applied; the state as makemigrations looks: without a database, so that every squashed one is in use. */
export const planMigrations = (
  project: DjangoProject,
  disk: readonly AppFiles[],
  applied: Applied,
  remembered: PlanMemory,
): Plan => {
  const known = remembered.get(project.root);
  const installed = project.apps.map(({ label }) => label);
  const unread = project.apps.filter(({ path, closedMigrations }) => path === null || closedMigrations !== null);
  const unreadApps = new Set(unread.map(({ label }) => label));
  const hasOtherApps = unreadApps.size > 0 || appsProblemOf(project) !== null;
  const labels = [project.djangoVersion ?? '', ...installed, '', ...unreadApps, hasOtherApps].join(' ');
  const isSame = known?.labels === labels && hasSameItems(known.apps, disk) && isSameRecord(known.applied, applied);
  if (known && isSame) return known;
  const files = disk.flatMap((app) => app.files);
  const migratedApps = new Set(disk.map(({ label }) => label));
  const refusesLoops = Number.parseInt(project.djangoVersion ?? '', 10) >= 6;
  const common = { refusesLoops, files, migratedApps, installedApps: new Set(installed), unreadApps, hasOtherApps };
  const graph = buildGraph({ ...common, applied: new Set(applied.keys()) });
  const hasSquashed = files.some(({ replaces }) => replaces.length > 0);
  const fresh = hasSquashed ? buildGraph({ ...common, applied: new Set() }) : graph;
  const memory: ReplayMemory = known?.memory ?? new Map();
  const state = replay(filesInOrder(fresh), memory);
  const plan: Remembered = { graph, leaves: findLeaves(graph), state, labels, apps: disk, applied, memory };
  remembered.delete(project.root);
  remembered.set(project.root, plan);
  for (const root of remembered.keys()) if (remembered.size > rememberedLimit) remembered.delete(root);
  return plan;
};

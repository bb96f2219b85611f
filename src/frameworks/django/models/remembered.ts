/**
 * The last reading of a project's settings and models. As long as no file that it looked at has changed it is given again; when only
 * modules have changed that models are made of, these and whoever looks into them are evaluated again and all else is taken over.
 * Whenever that cannot be shown to give what a reading from the start would, it is read from the start.
 */
import type { Model } from '../../../contract/index.ts';
import type { ReadingInput } from '../../framework.ts';
import { type ReadProject, readProject } from '../project/read-project.ts';
import { createRecorder, type Recorder } from '../project/recorder.ts';
import { affectedBy, type ModuleRecording, Stale } from '../world/journal.ts';
import { returnTo, type Snapshot, takeSnapshot } from '../world/snapshot.ts';
import type { DjangoWorld } from '../world/world.ts';
import { hasAllProblems } from '../world/world-state.ts';
import { createMemory, type ModelsMemory } from './memory.ts';
import type { ReadModel } from './model.ts';
import { readModels } from './read-models.ts';
import { toModels } from './schema.ts';

export type ProjectReading = {
  project: ReadProject;
  models: readonly ReadModel[];
  /** The same models in the contract's form. */
  shown: readonly Model[];
};

/** `isFromStart`: nothing of it was known before. */
type LatestReading = ProjectReading & { isFromStart: boolean };

type Remembered = {
  key: string;
  recorder: Recorder;
  reading: ProjectReading;
  memory: ModelsMemory;
  /** Before the first module of a model was opened, and after the last. */
  before: Snapshot;
  after: Snapshot;
};

/** A reading of 5,000 models holds about 150 MB: one is kept, that of the project someone is working on. */
export type ProjectMemory = { last: Remembered | null };

const keyOf = ({ root, sitePackages, pythonVersion, djangoVersion }: ReadingInput): string =>
  JSON.stringify([root, sitePackages, pythonVersion, djangoVersion]);

/** Problems are added to while a reading goes on: everyone gets a list of their own. */
const fresh = ({ reading }: Remembered, isFromStart: boolean): LatestReading => ({
  ...reading,
  project: { ...reading.project, problems: [...reading.project.problems] },
  isFromStart,
});

const readFromStart = (input: ReadingInput, key: string): Remembered => {
  const recorder = createRecorder();
  const project = readProject(input, recorder.open);
  recorder.beginModules();
  const before = takeSnapshot(project.world);
  const next = createMemory();
  const models = readModels(project, { last: createMemory(), next, affected: new Set(), lookups: null });
  const reading = { project, models, shown: toModels(models) };
  return { key, recorder, reading, memory: next, before, after: takeSnapshot(project.world) };
};

/** Whether a reading can be replayed in part: nobody changed what others made, and nothing was cut short. */
const isReplayable = (world: DjangoWorld, before: Snapshot): boolean =>
  world.engine.foreignChanges === before.foreignChanges && world.engine.budget > 0 && hasAllProblems(world);

/** Modules by the file they come from, if every changed file is one of the project's own modules. */
const modulesOf = (world: DjangoWorld, files: readonly string[]): ModuleRecording[] | undefined => {
  const wanted = new Set(files);
  const found = [...world.journal.modules.values()].filter(({ module }) => wanted.has(module.file ?? ''));
  const isWhole = new Set(found.map(({ module }) => module.file)).size === wanted.size;
  return isWhole && files.every((file) => world.path.isOwn(file)) ? found : undefined;
};

const renew = (known: Remembered, files: readonly string[]): Remembered | null => {
  const { project } = known.reading;
  const { world } = project;
  const { journal } = world;
  const changed = isReplayable(world, known.before) ? modulesOf(world, files) : undefined;
  if (changed === undefined) return null;
  const affected = affectedBy(
    changed.map(({ module }) => module),
    journal.modules,
  );
  journal.kept = new Map([...journal.modules].filter(([, { module }]) => !affected.has(module)));
  journal.modules = new Map();
  returnTo(world, known.before);
  const next = createMemory(known.memory.implicitCounter);
  const models = readModels(project, { last: known.memory, next, affected, lookups: null });
  journal.kept = new Map();
  if (!isReplayable(world, known.before)) return null;
  const reading = { project, models, shown: toModels(models) };
  return { ...known, reading, memory: next, after: takeSnapshot(world) };
};

const renewOrNull = (known: Remembered, files: readonly string[]): Remembered | null => {
  try {
    return renew(known, files);
  } catch (error) {
    if (error instanceof Stale) return null;
    throw error;
  }
};

export const readProjectAndModels = (input: ReadingInput, memory: ProjectMemory): LatestReading => {
  const key = keyOf(input);
  const known = memory.last?.key === key ? memory.last : null;
  memory.last = null;
  const changes = known?.recorder.findChanges();
  if (known && changes && !changes.more) {
    // What was opened since, to compare migrations, is no part of it.
    if (changes.texts.length === 0) returnTo(known.reading.project.world, known.after);
    memory.last = changes.texts.length === 0 ? known : renewOrNull(known, changes.texts);
  }
  const isFromStart = memory.last === null;
  memory.last ??= readFromStart(input, key);
  return fresh(memory.last, isFromStart);
};

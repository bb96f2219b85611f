/** What `django.setup()` does once the settings are read: the models of every app are imported, then each app is told that all are ready. */
import type { DatabaseFacts, Problem } from '../../../contract/index.ts';
import { dictOf, Raised } from '../../../python/index.ts';
import { appConfig } from '../world/known-calls.ts';
import { addProblem } from '../world/world-state.ts';
import { migrationsModule, ownMethod, type ReadApp } from './apps.ts';
import type { ReadProject } from './read-project.ts';

const MIGRATION_MODULES = 'MIGRATION_MODULES';

/** Models ask their database how long names may be: this one's backend, which is imported then, has models itself. */
const isPostGis = ({ alias, engine }: DatabaseFacts): boolean => alias === 'default' && /\.postgis$/.test(engine);

/** An app may leave its models, by a method of its configuration; where that cannot be told they count. */
const leavesItsModels = ({ world }: ReadProject, app: ReadApp): boolean => {
  const method = ownMethod(app, 'import_models');
  if (method === undefined) return false;
  const { undecided } = world.engine;
  const before = world.onSuperMethod;
  let asksDjango = false;
  const call = (): null => {
    asksDjango = true;
    return null;
  };
  world.onSuperMethod = { name: 'import_models', call };
  try {
    method.call([appConfig(world, app)], new Map());
    return !asksDjango && world.engine.undecided === undecided;
  } catch (error) {
    if (!(error instanceof Raised)) throw error;
    return false;
  } finally {
    world.onSuperMethod = before;
  }
};

/** Django makes the configurations of all apps before it imports any models: what one of them imports by then hears of every model. */
const makeConfig = ({ world, modules }: ReadProject, app: ReadApp): void => {
  try {
    ownMethod(app, '__init__')?.call([appConfig(world, app), app.name, modules.open(app.name) ?? null], new Map());
  } catch (error) {
    if (!(error instanceof Raised)) throw error;
  }
};

const openApp = (name: string): Problem => ({
  code: 'fields_unknown',
  severity: 'warning',
  message: `${name} adds fields to models when the project starts; which ones could not be followed.`,
  file: null,
  line: null,
});

/** Whether it adds fields to models, and to which ones could not be followed. */
const makeReady = ({ world }: ReadProject, app: ReadApp): boolean => {
  const { engine, adders } = world;
  const { undecided, foreignChanges } = engine;
  try {
    ownMethod(app, 'ready')?.call([appConfig(world, app)], new Map());
  } catch {
    // `ready` may raise on purpose; what it imported before counts.
  }
  // Code of the app that adds fields to models it is given, none of which was seen to be given to it.
  const mayAdd = engine.undecided > undecided && engine.foreignChanges === foreignChanges;
  return mayAdd && [...adders].some((module) => module.startsWith(`${app.name}.`));
};

export type Started = {
  /** An app adds fields to models, and to which ones could not be followed. */
  isOpen: boolean;
  /** Labels of apps that leave their models: Django has none of theirs in its lists, even if other code imports them. */
  withoutModels: ReadonlySet<string>;
};

export const startApps = (project: ReadProject): Started => {
  const { world, settings } = project;
  // An app that is ready may still hide its migrations there.
  if (!world.settings.has(MIGRATION_MODULES)) world.settings.set(MIGRATION_MODULES, dictOf());
  const withoutModels = new Set<string>();
  world.areModelsReady = false;
  for (const app of project.apps) makeConfig(project, app);
  for (const app of project.apps)
    if (leavesItsModels(project, app)) withoutModels.add(app.label);
    else project.modules.open(app.modelsModule);
  if (project.databases.some(isPostGis)) project.modules.open('django.contrib.gis.db.backends.postgis.models');
  world.areModelsReady = true;
  let isOpen = false;
  for (const app of project.apps) {
    if (!makeReady(project, app)) continue;
    isOpen = true;
    addProblem(world, openApp(app.name));
  }
  for (const app of project.apps) app.migrationsModule = migrationsModule(settings, app.label, app.name);
  return { isOpen, withoutModels };
};

/** Reads what everything else stands on: settings, apps, databases, versions. */
import type { Problem, ProjectFacts } from '../../../contract/index.ts';
import { type Folder, openFolder } from '../../../folder/folder.ts';
import type { ReadingInput } from '../../framework.ts';
import { followOperations } from '../migrations/files/follow-operation.ts';
import { ownDeconstruct } from '../migrations/own-deconstruct.ts';
import { awayCode } from '../world/modules/away.ts';
import { openPackages } from '../world/modules/search-path.ts';
import { createWorld, type DjangoWorld } from '../world/world.ts';
import { type ReadApp, readApps } from './apps.ts';
import {
  findReadme,
  lacksDatabase,
  readCheckedFolders,
  readDatabases,
  readLogFiles,
  readSecrets,
  readShownNames,
  readText,
} from './facts.ts';
import type { DjangoProject } from './project.ts';
import { sayAssumed } from './settings/assumed.ts';
import { readSettings } from './settings/settings.ts';
import { lookAbove } from './versions/above.ts';
import { sayOtherDjango } from './versions/other-django.ts';
import { findPythonVersion } from './versions/python.ts';
import { type DjangoSpan, findAskedDjango, findInstalledDjango, spanOf } from './versions/versions.ts';

export type ReadProject = DjangoProject & {
  world: DjangoWorld;
  apps: readonly ReadApp[];
  facts: ProjectFacts;
  secrets: string[];
  shownNames: string[];
  logFiles: string[];
  checkedFolders: string[];
  /** Absolute paths of files above the workspace that were looked for. */
  filesAbove: ReadonlySet<string>;
};

/** Django 6.0 made BigAutoField the default. Where an older one may be in use as well, the newer is taken, and not relied on. */
const fallbackAutoField = (django: DjangoSpan): { path: string; isSure: boolean } => {
  const isOlder = django.isBefore(6, 0);
  return { path: `django.db.models.${isOlder ? '' : 'Big'}AutoField`, isSure: isOlder || django.isSince(6, 0) };
};

/**
 * The installed packages, if they are those of this project: an environment without Django (just made, or of a tool) says nothing about what is
 * missing, and a project read through it would have no models.
 */
const openEnvironment = (
  { sitePackages }: ReadingInput,
  folder: Folder,
  open: (path: string) => Folder,
  problems: Problem[],
): Folder[] => {
  const packages = openPackages(sitePackages, open);
  if (packages.length === 0 || [folder, ...packages].some((each) => each.isFile('django/__init__.py'))) return packages;
  problems.push({
    code: 'django_not_installed',
    severity: 'warning',
    message: 'Django is not installed in the environment of this project: it is read as if it had none.',
    file: null,
    line: null,
  });
  return [];
};

/** `open` is how folders are looked into: someone may want to know what was asked. */
export const readProject = (input: ReadingInput, open: (path: string) => Folder = openFolder): ReadProject => {
  const problems: Problem[] = [];
  const folder = open(input.root);
  const packages = openEnvironment(input, folder, open, problems);
  const above = lookAbove(folder, open);
  const folders = [folder, ...above.folders];
  const installed = findInstalledDjango(packages, input.djangoVersion);
  const asked = findAskedDjango(folders);
  sayOtherDjango(installed, asked, problems);
  const version = installed ?? asked;
  const djangoVersion = version?.version || null;
  const django = spanOf(version);
  const python = findPythonVersion(folders, input.pythonVersion);
  const { version: pythonVersion = null, fits: pythonFit = 'some' } = python ?? {};
  const versions = version?.range === undefined ? { djangoVersion } : { djangoVersion, djangoEnd: version.range.end };
  const isDjangoExact = installed !== null || asked?.isExact === true;
  const world = createWorld({ folder, packages, pythonVersion, pythonFit, ...versions, isDjangoExact, problems });
  const settings = readSettings(world, folder, problems);
  sayAssumed(world.assumed, folders, problems);
  const packagesKnown = packages.length > 0;
  const apps = readApps(world, settings, { folder, djangoVersion, packagesKnown, problems });
  world.apps = apps;
  // Others may stand for those that are not there.
  const areWhole = world.areSettingsWhole && problems.every(({ code }) => code !== 'settings_not_found');
  const databases = readDatabases(settings, folder.root, problems);
  const shownNames = readShownNames(settings, apps);
  const authUserModel = readText(settings, 'AUTH_USER_MODEL', 'auth.User', problems).value;
  const fallback = fallbackAutoField(django);
  const autoField = readText(settings, 'DEFAULT_AUTO_FIELD', fallback.path, problems);
  const isAutoFieldWritten = settings.values.has('DEFAULT_AUTO_FIELD');
  const defaultAutoField = autoField.value;
  const isAutoFieldSure =
    !autoField.isUnresolved && (isAutoFieldWritten || (fallback.isSure && world.areSettingsWhole));
  if (isAutoFieldSure) world.defaultAutoField = defaultAutoField;
  return {
    root: folder.root,
    folder,
    engine: world.engine,
    modules: world.modules,
    world,
    settings,
    apps,
    databases,
    hasNoDatabase: lacksDatabase(settings, areWhole),
    authUserModel,
    defaultAutoField,
    isAutoFieldSure,
    djangoVersion,
    django,
    maybeModels: new Set(),
    fieldDeconstruct: () => ownDeconstruct(world),
    away: awayCode(world, apps),
    followOperation: followOperations(world),
    problems,
    secrets: readSecrets(settings, world.environment, shownNames),
    shownNames,
    logFiles: readLogFiles(settings, folder.root, problems),
    checkedFolders: readCheckedFolders(settings, folder.root),
    filesAbove: above.files,
    facts: {
      settings_module: settings.module,
      django_version: version?.range?.written ?? djangoVersion,
      django_version_source: version?.source ?? null,
      python_version: python?.shown ?? null,
      auth_user_model: authUserModel,
      default_auto_field: defaultAutoField,
      databases,
      readme: findReadme(folder),
    },
  };
};

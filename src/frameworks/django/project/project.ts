/** What one reading of a Django project knows and shares: settings, apps and the modules behind them. */
import type { DatabaseFacts, Problem } from '../../../contract/index.ts';
import type { Folder } from '../../../folder/folder.ts';
import type { Engine, ModuleValue, Value } from '../../../python/index.ts';
import type { FollowOperation } from '../migrations/files/own-operations.ts';
import type { OwnDeconstruct } from '../migrations/own-deconstruct.ts';
import type { AwayCode } from '../world/modules/away.ts';
import type { DjangoSpan } from './versions/versions.ts';

/** A module's place: which folder view it is read through, and whether the workspace's people wrote it. */
export type ModuleFile = {
  /** Absolute path; of a package its `__init__.py`, which a namespace package does not have. */
  file: string;
  folder: Folder;
  isPackage: boolean;
  isNamespace: boolean;
  own: boolean;
};

export type DjangoApp = {
  /** `auth` */
  label: string;
  /** `django.contrib.auth` */
  name: string;
  own: boolean;
  /** Absolute path of its folder; null when it could not be found. */
  path: string | null;
  /** Dotted name of the package with its migrations; null when MIGRATION_MODULES turns them off. */
  migrationsModule: string | null;
  /** The folder, as it is shown, that cannot be read, so that it is not known which migrations there are; null where they can be. */
  closedMigrations: string | null;
  /** `AppConfig.default_auto_field`, else the setting. */
  defaultAutoField: string | null;
  /** False: its configuration says something of it that could not be told. */
  isAutoFieldSure: boolean;
  /** `AppConfig.models_module` and the like are always `<name>.models`. */
  modelsModule: string;
};

export type Settings = {
  module: string | null;
  file: string | null;
  values: ReadonlyMap<string, Value>;
  /** False when there is no settings module or its INSTALLED_APPS could not be told: then apps were guessed from folders. */
  resolved: boolean;
};

export interface Modules {
  find(name: string): ModuleFile | undefined;
  /** Evaluates a module, even one that would otherwise stay closed; undefined when there is none. */
  open(name: string): ModuleValue | undefined;
  /** How many files were read so far. */
  filesRead(): number;
  /** `file` of the contract's SourceRef: relative to the workspace, or `site-packages/…`. */
  shownPath(file: string): string;
  /** Whether a dotted name belongs to a package that the project may have, where its packages are not known. */
  isAway(name: string): boolean;
}

export type DjangoProject = {
  root: string;
  folder: Folder;
  engine: Engine;
  modules: Modules;
  settings: Settings;
  apps: readonly DjangoApp[];
  databases: readonly DatabaseFacts[];
  /** The settings say for sure that there is no default one. */
  hasNoDatabase: boolean;
  authUserModel: string;
  defaultAutoField: string | null;
  /** False where the settings do not say it and the version of Django, which then does, is not known well enough. */
  isAutoFieldSure: boolean;
  djangoVersion: string | null;
  django: DjangoSpan;
  /** Filled once the models are read: classes that may be models all the same, as `app.class` in small letters. */
  maybeModels: Set<string>;
  problems: Problem[];
  /** What stands in the place of Django's `Field.deconstruct`, once the models are read; null where it is that itself. */
  fieldDeconstruct(): OwnDeconstruct | null;
  /** What packages that are not at hand may do to models. */
  away: AwayCode;
  followOperation: FollowOperation;
};

/** What the parts of a project's world share while it is read. */
import type { Problem } from '../../../contract/index.ts';
import type { Folder } from '../../../folder/folder.ts';
import type { Arguments, ClassValue, Engine, ImportAnswer, ModuleValue, Value } from '../../../python/index.ts';
import type { ProjectEnvironment } from './environment.ts';
import type { SearchPath } from './search-path.ts';

export type WorldInput = {
  folder: Folder;
  /** Installed packages, in import order. */
  packages: readonly Folder[];
  pythonVersion: string | null;
  djangoVersion: string | null;
  problems: Problem[];
};

export type WorldState = {
  readonly input: WorldInput;
  readonly path: SearchPath;
  readonly environment: ProjectEnvironment;
  /** Settings by name, filled once they are read; `settings.X` in other modules resolves to them. */
  readonly settings: Map<string, Value>;
  /** Every class that was made, in the order Python would make them. */
  readonly classes: ClassValue[];
  /** Dotted names of the installed apps: their modules are opened, those of other packages only when a name of them is needed. */
  readonly appNames: Set<string>;
  readonly answers: Map<string, ImportAnswer>;
  readonly opened: Map<string, ModuleValue | undefined>;
  /** The text that was looked at last: what is worth opening is opened next. */
  lastText: { file: string; text: string } | null;
  filesRead: number;
  engine: Engine;
  /** Passed what `super().__init__(…)` is called with, while a field class is followed. */
  onSuperInit: ((call: Arguments) => void) | null;
};

// Someone else's project may be broken everywhere: a list of problems is for reading.
const MAX_PROBLEMS = 200;

export const addProblem = (
  { input: { problems }, path }: WorldState,
  code: string,
  message: string,
  place: { file: string | null; line: number | null },
): void => {
  if (problems.length >= MAX_PROBLEMS) return;
  const file = place.file === null ? null : path.shownPath(place.file);
  problems.push({ code, severity: 'warning', message, file, line: place.line });
};

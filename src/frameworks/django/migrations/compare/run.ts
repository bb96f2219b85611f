/** What the steps of one comparison share. */
import type { SourceRef, UnmadeChange } from '../../../../contract/index.ts';
import type { Value } from '../../../../python/index.ts';
import type { KeptOut } from '../kept-out.ts';
import type { ModelState, ProjectState } from '../state.ts';
import type { Sameness } from './values/sameness.ts';

export type Detection = {
  changes: UnmadeChange[];
  /** Comparisons that could not be decided, by app: the name of the model of each. */
  unclear: Map<string, string[]>;
};

export type DetectionInput = {
  before: ProjectState;
  after: ProjectState;
  /** Apps that have a migrations package: only these can have unmade changes. */
  migratedApps: ReadonlySet<string>;
  /** `[4, 2]`; null when not known. */
  version: readonly [number, number] | null;
  /** Apps in which the class of an `id` that Django adds is not certain: it is taken as the migrations have it. */
  openKeys: ReadonlySet<string>;
  /** Labels of classes that may be models, by a base that could not be read. */
  maybeModels: ReadonlySet<string>;
  /** What the project keeps out of its migrations. */
  keptOut: KeptOut;
  /** The thing behind a dotted name, its module opened if need be. */
  openReference(name: string): Value | undefined;
  /** The packages of the project are not at hand. */
  isCold: boolean;
  /** Whether a dotted name belongs to a package that is not at hand. */
  isAway(name: string): boolean;
  /** Whether code of such a package may add fields to the model. */
  isHanded(model: ModelState): boolean;
  /** Whether a model that is not there may be made by such code. */
  mayBeMade(model: ModelState): boolean;
  /** Whether an operation of a migration that nobody here knows may have made the model. */
  mayMake(model: ModelState): boolean;
};

/** A model as the migrations leave it and as it is now. */
export type Pair = { before: ModelState; after: ModelState };

export type Run = DetectionInput &
  Detection & {
    /** Labels after → labels before, for renamed models. */
    renamed: Map<string, string>;
    /** Labels of models that are gone and of new ones which cannot be told from them. */
    maybeRenamed: Set<string>;
    pairs: Pair[];
    /** Set where a comparison asks for more than the two models it holds against each other. */
    looksAtOthers: boolean;
  };

export const labelOf = (model: ModelState): string => `${model.app}.${model.name}`.toLowerCase();
/** Operations on an existing model name it in small letters. */
export const lower = (model: ModelState): string => model.name.toLowerCase();
export const isProxy = (model: ModelState): boolean => model.options.get('proxy') === true;
export const isManaged = (model: ModelState): boolean => model.options.get('managed') !== false;

/** Django of that version or later; unknown counts as the newest. */
export const isAtLeast = (run: Run, major: number, minor: number): boolean =>
  run.version === null || run.version[0] > major || (run.version[0] === major && run.version[1] >= minor);

export const countUnclear = (
  { unclear }: Pick<Detection, 'unclear'>,
  { app, name }: { app: string; name: string },
): void => {
  const names = unclear.get(app) ?? [];
  unclear.set(app, names);
  names.push(name);
};

/** What holds of a model whatever a base that could not be read brings along. */
const certainKinds: ReadonlySet<UnmadeChange['kind']> = new Set(['model_added', 'field_added', 'field_altered']);

export const note = (
  run: Run,
  kind: UnmadeChange['kind'],
  model: ModelState,
  description: string,
  place: { field?: string; source?: SourceRef | null | undefined } = {},
): void => {
  const before = run.before.get(run.renamed.get(labelOf(model)) ?? labelOf(model));
  if (before?.unsure || (model.unsure && !certainKinds.has(kind))) {
    countUnclear(run, model);
    return;
  }
  const { field = null, source } = place;
  run.changes.push({ app: model.app, kind, model: model.name, field, description, source: source ?? model.source });
};

/** A certain difference? What cannot be told is counted. */
export const differs = (run: Run, model: ModelState, same: Sameness): boolean => {
  if (same === undefined) countUnclear(run, model);
  return same === false;
};

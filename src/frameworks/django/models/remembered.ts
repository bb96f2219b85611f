/** The last reading of a project's settings and models, given again as long as no file that it looked at has changed. */
import type { Model } from '../../../contract/index.ts';
import type { ReadingInput } from '../../framework.ts';
import { type ReadProject, readProject } from '../project/read-project.ts';
import { createRecorder, type Recorder } from '../project/recorder.ts';
import type { ReadModel } from './model.ts';
import { readModels } from './read-models.ts';
import { toModels } from './schema.ts';

export type ProjectReading = {
  project: ReadProject;
  models: readonly ReadModel[];
  /** The same models in the contract's form. */
  shown: readonly Model[];
};

type Remembered = { key: string; recorder: Recorder; reading: ProjectReading };

// A reading of 5,000 models holds about 150 MB: one is kept, that of the project someone is working on.
let last: Remembered | null = null;

const keyOf = ({ root, sitePackages, pythonVersion, djangoVersion }: ReadingInput): string =>
  JSON.stringify([root, sitePackages, pythonVersion, djangoVersion]);

/** Problems are added to while a reading goes on: everyone gets a list of their own. */
const fresh = (reading: ProjectReading): ProjectReading => ({
  ...reading,
  project: { ...reading.project, problems: [...reading.project.problems] },
});

export const readProjectAndModels = (input: ReadingInput): ProjectReading => {
  const key = keyOf(input);
  if (last !== null && last.key === key && last.recorder.isUnchanged()) return fresh(last.reading);
  last = null;
  const recorder = createRecorder();
  const project = readProject(input, recorder.open);
  const models = readModels(project);
  const reading = { project, models, shown: toModels(models) };
  last = { key, recorder, reading };
  return fresh(reading);
};

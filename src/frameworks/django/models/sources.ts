/** Where something stands in the text, as it is shown. */
import type { SourceRef } from '../../../contract/index.ts';
import type { ReadProject } from '../project/read-project.ts';

export const sourceOf = (project: ReadProject, file: string | null, line: number): SourceRef | null =>
  file === null || line < 1 ? null : { file: project.modules.shownPath(file), line };

/** By the path that is shown. */
export const isOfPackage = (file: string): boolean => file.startsWith('site-packages/');

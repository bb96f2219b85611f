/** Every word the window says, in one place: a translation is another object of this shape. */
import { admin } from './texts/admin.ts';
import { common } from './texts/common.ts';
import { overview } from './texts/overview.ts';
import { runs } from './texts/runs.ts';
import { shell } from './texts/shell.ts';
import { stream } from './texts/stream.ts';

export const texts = { ...common, shell, overview, runs, ...stream, ...admin };

/** The list of frameworks; the first is the default. */
import { django } from './django/index.ts';
import type { Framework } from './framework.ts';

export const frameworks: readonly [Framework, ...Framework[]] = [django];

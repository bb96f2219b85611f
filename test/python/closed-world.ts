/** What a module says by itself, as settings are read. */
import { closedWorld as nothingElse, type World } from '../../src/python/index.ts';

export const closedWorld: World = { ...nothingElse, readsSettings: () => true, cwd: '/srv', home: '/home/someone' };

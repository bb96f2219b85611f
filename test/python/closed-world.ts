/** A world in which nothing else exists: what a module says by itself. */
import type { World } from '../../src/python/index.ts';

export const closedWorld: World = {
  importModule: () => 'closed',
  isAway: () => false,
  mayFail: () => false,
  environment: () => undefined,
  setEnvironment: () => undefined,
  loadEnvironment: () => undefined,
  exists: () => undefined,
  readText: () => undefined,
  entries: () => undefined,
  cwd: '/srv',
  resolve: () => undefined,
  closedName: () => undefined,
  moduleHas: () => undefined,
  patchModule: () => undefined,
  openReference: () => undefined,
  onClass: () => undefined,
  call: () => undefined,
  callMethod: () => undefined,
  attribute: () => undefined,
  onUndecided: () => undefined,
  note: () => undefined,
};

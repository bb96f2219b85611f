/** A function of the text is followed, as deep as functions call each other. */

import type { FunctionValue, Value } from '../values.ts';
import { unknown } from '../values.ts';
import type { Arguments, Scope } from '../world.ts';

// Functions that call themselves must end; settings nest two or three deep.
const MAX_DEPTH = 40;

export const callFunction = (callee: FunctionValue, call: Arguments, scope: Scope): Value => {
  const { engine } = scope;
  if (engine.depth >= MAX_DEPTH) return unknown('functions call each other too deeply');
  const { undecided } = engine;
  engine.depth++;
  try {
    return callee.call(call.args, call.keywords);
  } finally {
    engine.depth--;
    if (engine.undecided !== undecided) engine.world.onUndecided(callee.module, call.args);
  }
};

/** Functions of the project that are followed for what they give, and leave no trace in the reading. */
import { Raised } from '../../../python/index.ts';
import type { DjangoWorld } from './world.ts';

/** `hook`: what Django's own method of that name answers meanwhile. undefined: it raises, or what it does cannot be told. */
export const followAside = <T>(
  world: DjangoWorld,
  hook: NonNullable<DjangoWorld['onSuperMethod']>,
  work: () => T,
): T | undefined => {
  const { engine, onSuperMethod: before } = world;
  const { undecided } = engine;
  world.onSuperMethod = hook;
  engine.aside++;
  try {
    const answer = work();
    return engine.undecided === undecided ? answer : undefined;
  } catch (error) {
    if (error instanceof Raised) return undefined;
    throw error;
  } finally {
    engine.aside--;
    world.onSuperMethod = before;
  }
};

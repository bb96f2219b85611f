/**
 * What a field of a class of the project's, or of a package's, own is made with. Such classes set defaults in `__init__` and
 * pass on the rest: the function is followed, without running it, to what it hands to `super().__init__`.
 */
import { type Arguments, type ClassValue, isA, resolutionOrder, unknown } from '../../../python/index.ts';
import type { DjangoWorld } from '../world/world.ts';

/** The arguments that reach Django's own field class. */
export const followInit = (world: DjangoWorld, fieldClass: ClassValue, given: Arguments): Arguments => {
  let call = given;
  for (const ancestor of resolutionOrder(fieldClass)) {
    if (ancestor.type !== 'class') continue;
    const init = ancestor.names.get('__init__');
    if (!isA(init, 'function')) continue;
    let passed: Arguments | undefined;
    const before = world.onSuperInit;
    world.onSuperInit = (inner) => {
      passed ??= inner;
    };
    try {
      init.call([unknown('the field'), ...call.args], call.keywords);
    } catch {
      // Someone else's `__init__` may raise; what was passed on before still counts.
    } finally {
      world.onSuperInit = before;
    }
    if (passed === undefined) return call;
    call = passed;
  }
  return call;
};

/** Calls in the body of a model that may have made a field, though they were not read as one. */
import { type CallValue, isA, openBody, resolutionOrder, type Value } from '../../../../python/index.ts';
import type { ReadProject } from '../../project/read-project.ts';
import { isStandardLibrary } from '../../world/modules/standard-library.ts';
import type { DjangoWorld } from '../../world/world.ts';

/** A value of a module that was not opened, or what a function of one gives: `get_model_name("shop", "Order")`. */
export const openValue = ({ engine: { world } }: DjangoWorld, value: Value | undefined): Value | undefined => {
  if (isA(value, 'reference')) return world.openReference(value.name);
  if (!isA(value, 'call') || !isA(value.callee, 'reference')) return undefined;
  const callee = world.openReference(value.callee.name);
  if (!isA(callee, 'function')) return undefined;
  try {
    return callee.call(value.args, value.keywords);
  } catch {
    // Someone else's function may raise.
    return undefined;
  }
};

/** `field.__class__ = models.IntegerField`, as where fields are copied into a model that keeps what another was. */
export const classSetOn = ({ state }: CallValue): Value | undefined => state?.get('__class__');

/** What Django or Python has that is no field, and the ways from a query set to a manager. */
export const NO_FIELD = /^(?:django|builtins)\.|\.(?:as_manager|from_queryset)$/;

/** What a function of these gives may be any object that someone has. */
const GIVES_ANYTHING =
  /^(?:builtins\.(?:eval|getattr|max|min|next)|copy\.(?:copy|deepcopy)|functools\.reduce|random\.choice|django\.utils\.module_loading\.import_string)$|\.__dict__$/;

/** Classes that a function gives which are none of fields. */
const NO_FIELD_CLASS = /\.(?:from_queryset|lazy|make_dataclass|namedtuple)$/;

/** Whether a call that was not read as a field may have made one: of a class that is not at hand, or of one that could not be told. */
export const mayBeField = (project: ReadProject, value: CallValue): boolean => {
  const { callee } = value;
  if (isA(classSetOn(value), 'unknown')) return true;
  // What it gives could not be told, or that would stand in the place of the call.
  if (isA(callee, 'function')) return true;
  if (isA(callee, 'call')) return !NO_FIELD_CLASS.test(callee.name);
  if (isA(callee, 'class'))
    return resolutionOrder(callee).some((ancestor) =>
      ancestor.type === 'reference'
        ? project.modules.isAway(ancestor.name)
        : ancestor.bases.some((base) => isA(base, 'unknown')),
    );
  if (!isA(callee, 'reference')) return false;
  if (GIVES_ANYTHING.test(callee.name)) return true;
  if (NO_FIELD.test(callee.name) || isStandardLibrary(callee.name)) return false;
  const opened = project.world.engine.world.openReference(callee.name);
  if (!isA(opened, 'function')) return opened === undefined;
  const given = openValue(project.world, value) ?? openBody;
  // A function of which it cannot be told what it gives, or that gives what something else is asked for.
  return isA(given, 'unknown') || (isA(given, 'call') && given !== value && mayBeField(project, given));
};

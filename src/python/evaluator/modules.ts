/** `sys.modules`: what was imported so far. */
import { dottedName, type Expression } from '../syntax.ts';
import type { ModuleValue, Value } from './values.ts';
import type { Scope } from './world.ts';

/** Asked of every operand and subscript, nearly none of which it is. */
export const isModules = (expression: Expression): boolean =>
  expression.kind === 'attribute' && expression.name === 'modules' && dottedName(expression) === 'sys.modules';

/** A module by name; false: it is surely not there; undefined: that cannot be told. */
export const loadedModule = (name: Value, { engine, module }: Scope): ModuleValue | false | undefined => {
  if (name === module.name) return module;
  return typeof name === 'string' ? engine.world.loadedModule(name) : undefined;
};

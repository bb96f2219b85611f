/** Python source → plain data, without executing it. `docs`: statements from `readModule`, values from `runModule` and `evaluate`. */

export { attributeOf } from './evaluator/attributes/attributes.ts';
export { heldUnless } from './evaluator/attributes/held-data.ts';
export { copyTold, fillRecord, tell } from './evaluator/attributes/object-state.ts';
export { callValue } from './evaluator/calls/calls.ts';
export { changeBases, classAttribute, memberOf, metaclassOf, resolutionOrder } from './evaluator/classes/classes.ts';
export { inheritedFrom, inheritedMethod, SELF, SUPER } from './evaluator/classes/inherited.ts';
export { instanceOf } from './evaluator/classes/new-objects.ts';
export { closedWorld } from './evaluator/closed-world.ts';
export { withinBounds } from './evaluator/data/bounds.ts';
export { isKey } from './evaluator/data/entries.ts';
export { iterate } from './evaluator/data/iteration.ts';
export { claim, noteChange } from './evaluator/data/ownership.ts';
export { evaluate } from './evaluator/expressions/evaluate.ts';
export { equalAmounts, isAmount } from './evaluator/known/amounts/amounts.ts';
export { callBuiltin } from './evaluator/known/builtins.ts';
export { openedText } from './evaluator/known/files.ts';
export { toFloat, toInteger } from './evaluator/known/numbers.ts';
export { findPaths } from './evaluator/known/patterns.ts';
export { iniEntries } from './evaluator/known/texts/ini.ts';
export { absolutePath, baseOf, fillIn, formatBraces, joinPath, parentOf } from './evaluator/known/texts/texts.ts';
export { hasOpenNames } from './evaluator/module-names.ts';
export type { Enumeration, KnownPackages } from './evaluator/packages.ts';
export { createModule, runModule } from './evaluator/statements/run.ts';
export type * from './evaluator/values.ts';
export {
  callOf,
  dictOf,
  firstOf,
  floatOf,
  hasNoOrder,
  isA,
  isMany,
  isSequence,
  isTagged,
  listOf,
  NOT_AT_HAND,
  nameOf,
  numberOf,
  OPEN_KEYWORDS,
  openBody,
  pathOf,
  plainOf,
  referenceTo,
  textOf,
  truthOf,
  tupleOf,
  unknown,
  unknownItems,
} from './evaluator/values.ts';
export type { Arguments, Engine, ImportAnswer, Scope, World } from './evaluator/world.ts';
export { createEngine, moduleScope, NotSet, Raised } from './evaluator/world.ts';
export { isIdentifier, NAME } from './identifiers.ts';
export { intern, sharedReference } from './intern.ts';
export { parseModule, readFunction, readModule } from './module.ts';
export { type PlainClass, readPlainClass } from './plain/plain-class.ts';
export type { PlainWorld } from './plain/values.ts';
export { createRecent } from './recent.ts';
export type * from './syntax.ts';
export { dottedName, keywordOf } from './syntax.ts';

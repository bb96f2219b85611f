/**
 * What is known of packages beside Python's own library, by their dotted names. Python itself knows of none: the reader hands it in, as part of the
 * world. It holds whatever project is read.
 */
import type { CallValue, ClassValue, MemberValue, PathValue, Value } from './values.ts';
import type { Arguments, Scope, World } from './world.ts';

/** How an enumeration of a package differs from Python's own. */
export type Enumeration = {
  /** The value and the label of a member, in what is written for it. */
  takeApart?(name: string, written: Value): { value: Value; label: Value };
  /** What `auto()` gives. */
  auto?(name: string): Value;
  /** The type of Python that its members are of. */
  type?: string;
  /** What the class has beside its members. */
  attribute?(of: ClassValue, members: readonly MemberValue[], name: string): Value | undefined;
};

export interface KnownPackages {
  /** What a function gives; undefined: nothing is known of it. */
  call(name: string, call: Arguments, scope: Scope, line: number): Value | undefined;
  /** The same of a method, by the name that Python has for it where it has a sign: `__call__`, `__sub__`, `__enter__`. */
  callMethod(
    object: CallValue | PathValue,
    name: string,
    call: Arguments,
    scope: Scope,
    line: number,
  ): Value | undefined;
  /** An object was made of a class of the text. */
  onInstance(value: CallValue, of: ClassValue, world: World): void;
  /** Whether a name is of the framework itself, which does nothing to what it is given but what is said here and in the world. */
  isFramework(name: string): boolean;
  /** Whether a function of it only looks at what it is given. */
  onlyLooks(name: string): boolean;
  /** Whether one class of it derives from another; undefined where that is not known. */
  derives(name: string, parent: string): boolean | undefined;
  isMetaclass(name: string): boolean;
  /** The metaclass of a class of it, where it has one of its own. */
  metaclassOf(name: string): string | undefined;
  /** Whether a class of it has that metaclass; undefined where that is not known. */
  isMadeBy(name: string, metaclass: string): boolean | undefined;
  /** Whether a class of it surely lacks an attribute. */
  lacks(name: string, attribute: string): boolean;
  /** Whether a class of it gives an attribute to those that derive from it. */
  gives(name: string, attribute: string): boolean;
  /** Whether every object of a class of it is true. */
  isAlwaysTrue(name: string): boolean;
  /** Whether a class of it may be written with the types of what it holds. */
  takesTypes(name: string): boolean;
  /** Of the base of an enumeration. */
  enumeration(name: string): Enumeration | undefined;
}

/** What the parts of a random program share: values of a few kinds, and where each part stands. */
import type { Random } from '../../test/random.ts';

export type Kind = 'number' | 'text' | 'numbers' | 'texts' | 'table' | 'truth';

export const kinds: readonly Kind[] = ['number', 'number', 'text', 'text', 'numbers', 'texts', 'table', 'truth'];

/** Names that may be read, by kind: a name is never bound to another kind, so that most of what is made runs to its end. */
export type Names = Record<Kind, readonly string[]>;

export const globals: Names = {
  number: ['n', 'm', 'k'],
  text: ['s', 't', 'u'],
  numbers: ['ns', 'ms'],
  texts: ['ts', 'us'],
  table: ['d', 'e'],
  truth: ['b', 'c'],
};

/** What the functions and classes of a program may be called by, with what they give. */
export type Made = { call: string; gives: Kind }[];

export type Place = { names: Names; made: Made; depth: number; inLoop: boolean; returns: Kind | null };

/** `hasDoubts`: of some conditions only Python knows whether they hold. `hasSets`: of some lists and dicts nobody knows the order. */
export type Style = { hasDoubts?: boolean; hasSets?: boolean };

/** Choices, and names that nobody has yet. */
export type Maker = Random & Required<Style> & { fresh(word: string): string; chance(one: number): boolean };

export type Express = (kind: Kind, place: Place, deep?: number) => string;

export const indent = (text: string): string => text.replace(/^(?=.)/gm, '    ');

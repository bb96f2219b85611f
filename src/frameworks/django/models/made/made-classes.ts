/** Classes put together as a package would make them, and not written anywhere. */
import { type CallValue, type ClassValue, referenceTo, type Value } from '../../../../python/index.ts';
import type { DjangoSpan } from '../../project/versions/versions.ts';
import { type BuiltField, type BuiltModel, opennessOf } from '../build.ts';

export type Maker = {
  django: DjangoSpan;
  serial(): number;
  appOf(module: string): string | null;
  openReference(name: string): Value | undefined;
  /** Whether it belongs to a package that is not at hand. */
  isAway(name: string): boolean;
  /** The model between two others that a many-to-many field of a model names, or that Django makes for it. */
  throughOf(model: BuiltModel, field: BuiltField): BuiltModel | undefined;
};

/** What a package makes of `value`, an attribute of a model that has this name; `isInherited`: of a base of the model. */
export type Make = (maker: Maker, model: BuiltModel, source: Source) => ClassValue[];

export type Source = { name: string; value: CallValue; isInherited: boolean };

/** Made the way that a package which is not at hand most likely would: its version and its settings decide. */
const sketches = new WeakSet<ClassValue>();

export const isSketchOfPackage = (value: ClassValue): boolean => sketches.has(value);

/** The same with these bases, which stand for all that is not known. */
export const asSketch = (value: ClassValue, bases: Value[]): ClassValue => {
  const sketch = { ...value, bases };
  sketches.add(sketch);
  return sketch;
};

export const instance = (maker: Maker, path: string, keywords: Record<string, Value>, place: CallValue): CallValue => ({
  type: 'call',
  name: path,
  callee: referenceTo(path),
  args: [],
  keywords: new Map(Object.entries(keywords)),
  serial: maker.serial(),
  file: place.file,
  line: place.line,
});

export const makeClass = (
  name: string,
  model: BuiltModel,
  bases: Value[],
  names: Map<string, Value>,
  place: CallValue,
): ClassValue => ({
  type: 'class',
  name,
  qualname: name,
  module: model.module,
  file: place.file,
  line: place.line,
  bases,
  keywords: new Map(),
  decorators: [],
  names,
  ...opennessOf(model),
});

export const makeMeta = (
  model: BuiltModel,
  options: Record<string, Value | undefined>,
  place: CallValue,
): ClassValue => {
  const given = Object.entries({ app_label: model.app ?? undefined, ...options });
  const names = new Map(
    given.flatMap(([key, value]): [string, Value][] => (value === undefined ? [] : [[key, value]])),
  );
  return makeClass('Meta', model, [], names, place);
};

export const MODELS = 'django.db.models.';

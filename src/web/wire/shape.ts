/**
 * Whether an answer is what the contract promises. Another may have written it: a proxy, or a service of another version than this window.
 * What goes beyond the promise is no fault: fields are added, never taken away.
 */
import type { Static, TArray, TSchema } from 'typebox';

/** What the build leaves of a schema of the contract, and all that is asked of one here. */
type Shape = {
  type?: string;
  const?: unknown;
  enum?: readonly unknown[];
  anyOf?: readonly Shape[];
  items?: Shape;
  required?: readonly string[];
  properties?: Readonly<Record<string, Shape>>;
  patternProperties?: Readonly<Record<string, Shape>>;
};

/** Of schemas of the contract, whose library is left out of the window. */
export const listOf = <S extends TSchema>(items: S) => ({ type: 'array', items }) as unknown as TArray<S>;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function hasFields(shape: Shape, value: Readonly<Record<string, unknown>>): boolean {
  for (const [name, part] of Object.entries(shape.properties ?? {})) {
    const field = value[name];
    if (field === undefined ? shape.required?.includes(name) : !matches(part, field)) return false;
  }
  const [ofAll] = Object.values(shape.patternProperties ?? {});
  return ofAll === undefined || Object.values(value).every((field) => matches(ofAll, field));
}

function matches(shape: Shape, value: unknown): boolean {
  if (shape.anyOf) return shape.anyOf.some((one) => matches(one, value));
  if (shape.const !== undefined) return value === shape.const;
  if (shape.enum) return shape.enum.includes(value);
  const { items } = shape;
  switch (shape.type) {
    case 'object':
      return isRecord(value) && hasFields(shape, value);
    case 'array':
      return Array.isArray(value) && (items === undefined || value.every((item) => matches(items, item)));
    case 'null':
      return value === null;
    case 'integer':
    case 'number':
      return typeof value === 'number';
    default:
      return shape.type === undefined || typeof value === shape.type;
  }
}

export const fits = <S extends TSchema>(schema: S, value: unknown): value is Static<S> =>
  matches(schema as Shape, value);

/** Reads a form by its schema: every field error at once, in words that say what to do. */
import type { Static, TObject } from 'typebox';
import type * as Contract from '../contract/index.ts';
import { type FieldErrors, invalid } from '../kit/errors.ts';

export type Form = Readonly<Record<string, string>>;

type Schemas = typeof Contract;
/** Names of the contract's forms. */
export type FormName = { [N in keyof Schemas]: Schemas[N] extends TObject ? N : never }[keyof Schemas];
type Fields<N extends FormName> = Schemas[N] extends TObject ? Static<Schemas[N]> : never;

type FieldSchema = {
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  /** Of a pattern, in words. */
  description?: string;
  enum?: readonly string[];
};

// C0 and C1 controls but tab and line feed: they hide in logs and terminals and no field of ours needs one.
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/u;

/** What is wrong with any text, whatever it is for. */
export const textProblem = (value: string): string | undefined =>
  controls.test(value) ? 'Control characters are not allowed here.' : undefined;

const problemOf = (schema: FieldSchema, value: string): string | undefined => {
  const length = [...value].length;
  const problem = textProblem(value);
  if (problem !== undefined) return problem;
  if (schema.maxLength !== undefined && length > schema.maxLength) {
    return `At most ${schema.maxLength} characters are allowed; this has ${length}.`;
  }
  if (schema.minLength !== undefined && length < schema.minLength)
    return `At least ${schema.minLength} characters are needed.`;
  if (schema.pattern !== undefined && !new RegExp(schema.pattern, 'u').test(value))
    return `"${value}" cannot be used here. ${schema.description ?? ''}`.trim();
  if (schema.enum && !schema.enum.includes(value)) return `"${value}" is not one of ${schema.enum.join(', ')}.`;
  return undefined;
};

/** The known fields of a form and what is wrong with them. Unknown fields are ignored. */
export const checkForm = async <N extends FormName>(
  name: N,
  form: Form,
): Promise<{ values: Partial<Fields<N>>; errors: FieldErrors }> => {
  // Schemas are loaded by the first form, not by the start: their library has 700 files.
  const schema = (await import('../contract/index.ts'))[name] as TObject;
  const required = new Set((schema as { required?: string[] }).required ?? []);
  const values: Record<string, string> = {};
  const errors: FieldErrors = {};
  for (const [key, field] of Object.entries(schema.properties)) {
    const value = Object.hasOwn(form, key) ? (form[key] ?? '').replaceAll('\r\n', '\n') : '';
    if (value.trim() === '' && required.has(key)) {
      errors[key] = ['This field is required.'];
      continue;
    }
    if (!Object.hasOwn(form, key)) continue;
    const problem = value === '' ? undefined : problemOf(field as FieldSchema, value);
    if (problem) errors[key] = [problem];
    else values[key] = value;
  }
  return { values: values as Partial<Fields<N>>, errors };
};

/** The form as its schema says, or the whole list of what is wrong. */
export const readForm = async <N extends FormName>(name: N, form: Form): Promise<Fields<N>> => {
  const { values, errors } = await checkForm(name, form);
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return values as Fields<N>;
};

/** A checkbox: on for `on`, `true`, `1`, `yes` in any case. */
export const isOn = (value: string | undefined): boolean => /^(on|true|1|yes)$/i.test(value ?? '');

export const httpUrlProblem = (value: string): string | undefined =>
  URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)
    ? undefined
    : 'Give a whole address that starts with http:// or https://.';

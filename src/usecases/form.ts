/** Reads a form by its schema: every field error at once, in words that say what to do. */
import type { Static, TObject } from 'typebox';
import { type FieldErrors, invalid } from '../kit/errors.ts';

export type Form = Readonly<Record<string, string>>;

type FieldSchema = {
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  anyOf?: { const: string }[];
};

// C0 and C1 controls but tab and line feed: they hide in logs and terminals and no field of ours needs one.
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/u;

const problemOf = (schema: FieldSchema, value: string): string | undefined => {
  const length = [...value].length;
  if (controls.test(value)) return 'Control characters are not allowed here.';
  if (schema.maxLength !== undefined && length > schema.maxLength) {
    return `At most ${schema.maxLength} characters are allowed; this has ${length}.`;
  }
  if (schema.minLength !== undefined && length < schema.minLength) return `At least ${schema.minLength} characters are needed.`;
  if (schema.pattern !== undefined && !new RegExp(schema.pattern, 'u').test(value)) return `"${value}" does not match ${schema.pattern}.`;
  if (schema.anyOf && !schema.anyOf.some((choice) => choice.const === value)) {
    return `"${value}" is not one of ${schema.anyOf.map((choice) => choice.const).join(', ')}.`;
  }
  return undefined;
};

/** The known fields of a form and what is wrong with them. Unknown fields are ignored. */
export const checkForm = <S extends TObject>(schema: S, form: Form): { values: Partial<Static<S>>; errors: FieldErrors } => {
  const required = new Set((schema as { required?: string[] }).required ?? []);
  const values: Record<string, string> = {};
  const errors: FieldErrors = {};
  for (const [name, field] of Object.entries(schema.properties)) {
    const value = Object.hasOwn(form, name) ? (form[name] ?? '').replaceAll('\r\n', '\n') : '';
    if (value.trim() === '' && required.has(name)) {
      errors[name] = ['This field is required.'];
      continue;
    }
    if (!Object.hasOwn(form, name)) continue;
    const problem = value === '' ? undefined : problemOf(field as FieldSchema, value);
    if (problem) errors[name] = [problem];
    else values[name] = value;
  }
  return { values: values as Partial<Static<S>>, errors };
};

/** The form as its schema says, or the whole list of what is wrong. */
export const readForm = <S extends TObject>(schema: S, form: Form): Static<S> => {
  const { values, errors } = checkForm(schema, form);
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return values as Static<S>;
};

/** A checkbox: on for `on`, `true`, `1`, `yes` in any case. */
export const isOn = (value: string | undefined): boolean => /^(on|true|1|yes)$/i.test(value ?? '');

export const httpUrlProblem = (value: string): string | undefined =>
  URL.canParse(value) && /^https?:$/.test(new URL(value).protocol) ? undefined : 'Give a whole address that starts with http:// or https://.';

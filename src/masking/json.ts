import { createMask } from './mask.ts';

/** A literal of the settings may stand in a default or a message. It almost never does, so it is looked for before anything is masked. */
const holdsSecret = (json: string, secrets: readonly string[]): boolean =>
  secrets.some((secret) => json.includes(JSON.stringify(secret).slice(1, -1)));

/** The JSON text of `data` with secrets masked. */
export const maskedJson = (data: unknown, secrets: readonly string[]): string => {
  const text = JSON.stringify(data);
  if (!holdsSecret(text, secrets)) return text;
  const mask = createMask(secrets);
  return JSON.stringify(data, (_key, value: unknown) => (typeof value === 'string' ? mask(value) : value));
};

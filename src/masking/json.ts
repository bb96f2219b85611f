import { createMask } from './mask.ts';

/** A literal of the settings may stand in a default or a message. It almost never does, so it is looked for before anything is masked. */
const holdsSecret = (json: string, secrets: readonly string[]): boolean =>
  secrets.some((secret) => json.includes(JSON.stringify(secret).slice(1, -1)));

/** JSON with secrets masked. */
export const maskedText = (json: string, secrets: readonly string[]): string => {
  if (!holdsSecret(json, secrets)) return json;
  const mask = createMask(secrets);
  return JSON.stringify(JSON.parse(json), (_key, value: unknown) => (typeof value === 'string' ? mask(value) : value));
};

/** The JSON text of `data` with secrets masked. */
export const maskedJson = (data: unknown, secrets: readonly string[]): string =>
  maskedText(JSON.stringify(data), secrets);

import { mask } from './mask.ts';

/**
 * The JSON text of `data` with secrets masked. A literal of the settings may stand in a default or a message; it almost never does,
 * so it is looked for first. `text` is the JSON where the caller has it already.
 */
export const maskedJson = (data: unknown, secrets: readonly string[], text = JSON.stringify(data)): string => {
  if (!secrets.some((secret) => text.includes(JSON.stringify(secret).slice(1, -1)))) return text;
  return JSON.stringify(data, (_key, value: unknown) => (typeof value === 'string' ? mask(value, secrets) : value));
};

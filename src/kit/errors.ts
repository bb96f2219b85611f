/**
 * The one error class of the house. A door turns it into its own words (`http/error-reply.ts`, `cli/`);
 * anything else that is thrown is our fault and is answered as `internal`.
 */

const errorCodes = [
  'invalid',
  'not_authenticated',
  'csrf_failed',
  'forbidden',
  'not_found',
  'method_not_allowed',
  'too_large',
  'unsupported_media_type',
  'wrong_host',
  'wrong_origin',
  'rate_limited',
  'unavailable',
  'sandbox_unavailable',
  'internal',
] as const;

export type ErrorCode = (typeof errorCodes)[number];

/** A field's name (or `__all__`) and messages a person can act on. */
export type FieldErrors = Record<string, string[]>;

export class InspectorError extends Error {
  readonly code: ErrorCode;
  readonly fields: FieldErrors;
  /** For `rate_limited` and `unavailable`: when to try again. */
  readonly retryAfterSeconds: number | undefined;
  /** What may be given in place of what was refused; the words have it, too. */
  readonly choices: readonly string[];

  constructor(
    code: ErrorCode,
    message: string | FieldErrors,
    options: { cause?: unknown; retryAfterSeconds?: number; choices?: readonly string[] | undefined } = {},
  ) {
    const fields = typeof message === 'string' ? { __all__: [message] } : message;
    super(Object.values(fields).flat().join(' '), options.cause === undefined ? {} : { cause: options.cause });
    this.name = 'InspectorError';
    this.code = code;
    this.fields = fields;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.choices = options.choices ?? [];
  }
}

export const invalid = (fields: FieldErrors, choices?: readonly string[]): InspectorError =>
  new InspectorError('invalid', fields, { choices });
export const notFound = (message: string): InspectorError => new InspectorError('not_found', message);

/** The message of anything that was thrown. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Told wherever something could not be written for want of space. */
export const diskFull = 'The disk with the data folder is full. Free some space and try again.';

/** Told wherever something could not be opened or started for want of descriptors. */
export const tooFewFiles =
  'The service may open too few files at once. Raise its limit (`ulimit -n`; 1024 is plenty), and start it again.';

/** Of this process or of the machine. What needs one is not missing for that, or damaged. */
export const isOutOfFiles = (error: unknown): boolean => ['EMFILE', 'ENFILE'].includes(systemCodeOf(error) ?? '');

/** The system's error code (`ENOENT` …) of anything that was thrown, if it has one. */
export const systemCodeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

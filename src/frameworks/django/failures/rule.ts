/** A line that everybody meets sooner or later, and what to say of it. */

/** Where it happened, as far as that is known. */
export type Where = {
  /** In the project's own text. */
  place?: string | undefined;
  /** In the text of this installed package. */
  package?: string | undefined;
};

export type Rule = { when: RegExp; say: (match: RegExpExecArray, where: Where) => string };

export const at = ({ place }: Where): string => (place ? ` (${place})` : '');

export const noNetwork =
  'Commands have no network unless it is allowed for this workspace; if it is, check that the server runs.';

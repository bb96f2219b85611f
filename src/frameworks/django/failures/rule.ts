/** A line that everybody meets sooner or later, and what to say of it. */

/** Where it happened, as far as that is known. */
export type Where = {
  /** In the project's own text. */
  place?: string | undefined;
  /** In the text of this installed package. */
  package?: string | undefined;
  /** The folder of the project. */
  root?: string | undefined;
  /** The file of whatever text it happened in. */
  file?: string | undefined;
  /** A variable of the environment was looked up, and is not there. */
  isVariable?: boolean;
};

/** Undefined: it is not that after all. */
export type Rule = { when: RegExp; say: (match: RegExpExecArray, where: Where) => string | undefined };

export const at = ({ place }: Where): string => (place ? ` (${place})` : '');

export const noNetwork =
  'Commands have no network unless it is allowed for this workspace, under Administration or with inspector change SLUG --network on. If it is, check that the server runs.';

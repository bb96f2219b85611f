/** Names as Python takes them: letters of any script, not only those of English. */

/** For patterns with the flag `u`. */
export const NAME = String.raw`[\p{XID_Start}_]\p{XID_Continue}*`;

const whole = new RegExp(`^${NAME}$`, 'u');

export const isIdentifier = (text: string): boolean => whole.test(text);

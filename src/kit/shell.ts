/** A path as a word of a command that somebody may paste: names of a project's folders must not mean anything to a shell. */
export const shellWord = (text: string): string =>
  /^[\w/.,:=@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

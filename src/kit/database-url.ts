/** A text that may hold the address of a database, as it may be shown: without its password, wherever in the address that stands. */
export const hidePassword = (text: string): string =>
  text
    // Up to the last @: one that stands in the password should be written %40, but need not be.
    .replace(/(:\/\/[^\s/?#@:]*):\S*@/g, '$1:***@')
    .replace(/([?&][^\s=&]*password[^\s=&]*=)[^\s&]*/gi, '$1***');

/** Which names of a settings module are settings. */

/** As `str.isupper` has it, which Django asks: letters of any script. */
export const isSetting = (name: string): boolean => name === name.toUpperCase() && name !== name.toLowerCase();

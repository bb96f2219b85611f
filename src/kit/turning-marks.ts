/**
 * Marks that turn the direction of writing, and line ends that are none to a program, as a part of a class of characters: with them a line can read as
 * something else than it says.
 */
export const turningMarks = '\\u061c\\u200e\\u200f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069';

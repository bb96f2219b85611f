/** Whether two lists hold the very same items in the same order: what was made of one then holds for the other. */
export const hasSameItems = <T>(left: readonly T[], right: readonly T[]): boolean =>
  left.length === right.length && left.every((item, index) => item === right[index]);

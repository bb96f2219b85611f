import { exitCodes } from './exit-codes.ts';

const stopWithinMs = 5000;

/** From now on a stop that takes too long ends the program all the same: running commands die with it in any case. */
export const limitStop = (): void => {
  setTimeout(() => process.exit(exitCodes.failed), stopWithinMs).unref();
};

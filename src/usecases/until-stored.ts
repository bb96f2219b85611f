import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from './context.ts';

const retryMs = 1000;

/**
 * Stores how something ended, and keeps trying while the store cannot be written, as on a full disk: it must not stay `running` for ever. `isGivenUp`: whether the
 * next start is to tell of it instead.
 */
export const untilStored = async (
  { log }: Context,
  what: { scan: number } | { run: number },
  store: () => Promise<void>,
  isGivenUp = (): boolean => false,
): Promise<void> => {
  for (;;) {
    try {
      return await store();
    } catch (error) {
      if (isGivenUp()) throw error;
      log.error({ err: error, ...what }, 'end not stored yet');
      await sleep(retryMs);
    }
  }
};

/** What an earlier service left behind when it ended. */
import type { Context } from './context.ts';
import { failLostRuns } from './runs/cancel.ts';
import { removeLostOutputs } from './runs/output.ts';

/** Whoever has the data folder knows that nothing goes on any more of what the store calls running. */
export const tellWhatWasLost = async (context: Context): Promise<void> => {
  await failLostRuns(context);
  await context.store.scans.failRunning('The service ended while this scan was going.', context.clock.now());
  context.board.touchAll('scans');
};

/** Before anything new starts: what is left is ended and said. */
export const recover = async (context: Context): Promise<void> => {
  await context.runner.clearLeftovers();
  await removeLostOutputs(context);
  await tellWhatWasLost(context);
};

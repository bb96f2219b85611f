/**
 * How long to leave a pipe alone after a piece, so that a burst of small writes costs few wake-ups. Python prints unbuffered here, for lines to
 * come when they are printed; a command of many short writes would wake its reader, which may share a processor with it, for each of them.
 *
 * Pieces that come one by one are read at once. Small ones in quick succession make the pause grow until a piece is worth a wake-up. A full pipe ends
 * pauses for a while: its writer waited, and on a busy machine gets its turn again only after others. A flood of large pieces never meets a pause.
 */
export type Pace = {
  /** Milliseconds to wait after a piece of so many bytes. */
  pauseAfter(bytes: number): number;
};

/** What comes further apart than this is no burst. Longer than the longest pause. */
const burstMs = 30;
/** Nobody sees it: lines are shown in batches of 100 ms. Long enough for some 30 KiB of a Python that prints all the time. */
const longestMs = 8;
/** The first pieces of a burst, as of a command's last words, are not worth a wait: it doubles from here, and below 1 ms there is none. */
const shortestMs = 1 / 16;
/** As programs with a buffer write: they need no pause. */
const smallBytes = 4 * 1024;
/** A quarter of a pipe: with less after a pause, the next may be longer. */
const enoughBytes = 16 * 1024;
/** A writer that fills the pipe within a pause costs one wait in so much time. */
const fullPipeMs = 100;

export const createPace = (pipeBytes: number, now = (): number => performance.now()): Pace => {
  let lastAt = Number.NEGATIVE_INFINITY;
  let fullAt = Number.NEGATIVE_INFINITY;
  let pauseMs = 0;
  return {
    pauseAfter: (bytes) => {
      const at = now();
      const isBurst = at - lastAt < burstMs;
      lastAt = at;
      if (bytes >= pipeBytes) fullAt = at;
      if (!isBurst || at - fullAt < fullPipeMs) pauseMs = 0;
      else if (bytes < (pauseMs < 1 ? smallBytes : enoughBytes))
        pauseMs = Math.min(longestMs, Math.max(shortestMs, pauseMs * 2));
      return pauseMs < 1 ? 0 : pauseMs;
    },
  };
};

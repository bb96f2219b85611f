/** Progress that means something: phases, then lines compared with the last successful run of the preset. Never back, below 100. */

const startedAt = 10;
const firstOutputAt = 20;
const linesUpTo = 95;
/** Without an earlier run to compare with: half the way after so many lines. */
const halfwayLines = 50;

export const createProgress = (expectedLines: number | undefined) => {
  let percent = 5;
  const raise = (to: number): void => {
    percent = Math.max(percent, Math.min(linesUpTo, Math.floor(to)));
  };
  return {
    percent: (): number => percent,
    started: (): void => raise(startedAt),
    lines: (count: number): void => {
      const part = expectedLines ? count / expectedLines : count / (count + halfwayLines);
      raise(firstOutputAt + (linesUpTo - firstOutputAt) * Math.min(1, part));
    },
  };
};

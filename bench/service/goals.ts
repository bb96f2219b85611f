/** Figures of several trials, and goals with their ratio: how much of a goal was used, and whether it was met. */

export const median = (numbers: readonly number[]): number => percentile(numbers, 0.5);

export const percentile = (numbers: readonly number[], part: number): number => {
  const sorted = numbers.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
};

export type Goals = { check(what: string, figure: number, goal: number, unit: string): void; end(): void };

export const createGoals = (): Goals => {
  const lines: string[] = [];
  let missed = 0;
  return {
    check: (what, figure, goal, unit) => {
      const met = figure <= goal;
      if (!met) missed += 1;
      const ratio = goal === 0 ? '-' : (figure / goal).toFixed(2);
      const line = `${met ? 'met   ' : 'MISSED'} ${what}: ${figure.toFixed(figure < 10 ? 2 : 1)} ${unit}, goal ≤ ${goal} ${unit}, ratio ${ratio}`;
      lines.push(line);
      console.log(`  ${line}`);
    },
    end: () => {
      console.log(
        `\n${lines.join('\n')}\n${missed === 0 ? 'every goal is met' : `${missed} of ${lines.length} goals missed`}`,
      );
      if (missed > 0) process.exitCode = 1;
    },
  };
};

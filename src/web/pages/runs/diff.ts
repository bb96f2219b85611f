/** Line difference after Myers, for outputs of two runs. Gives up, and says so, where the answer would not be read anyway. */
export type DiffLine = { kind: 'same' | 'added' | 'removed'; text: string; before: number | null; now: number | null };

const mostEdits = 1_000;

/** Furthest reach on each diagonal after each number of edits; null when more than `mostEdits` are needed. */
function trace(a: readonly string[], b: readonly string[]): Int32Array[] | null {
  const limit = Math.min(a.length + b.length, mostEdits);
  const reach = new Int32Array(2 * limit + 3);
  const middle = limit + 1;
  const steps: Int32Array[] = [];
  for (let edits = 0; edits <= limit; edits++) {
    steps.push(reach.slice(middle - edits - 1, middle + edits + 2));
    for (let k = -edits; k <= edits; k += 2) {
      const down = k === -edits || (k !== edits && at(reach, middle + k - 1) < at(reach, middle + k + 1));
      let x = down ? at(reach, middle + k + 1) : at(reach, middle + k - 1) + 1;
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x++;
      reach[middle + k] = x;
      if (x >= a.length && x - k >= b.length) return steps;
    }
  }
  return null;
}

const at = (values: Int32Array, index: number): number => values[index] ?? 0;

function walkBack(
  a: readonly string[],
  b: readonly string[],
  steps: readonly Int32Array[],
  offset: number,
): DiffLine[] {
  const lines: DiffLine[] = [];
  let x = a.length;
  let y = b.length;
  const same = () => lines.push({ kind: 'same', text: a[--x] ?? '', before: x + offset + 1, now: --y + offset + 1 });
  for (let edits = steps.length - 1; edits >= 0; edits--) {
    const reach = steps[edits] ?? new Int32Array();
    const k = x - y;
    const middle = edits + 1;
    const down = k === -edits || (k !== edits && at(reach, middle + k - 1) < at(reach, middle + k + 1));
    const fromX = at(reach, middle + (down ? k + 1 : k - 1));
    const fromY = fromX - (down ? k + 1 : k - 1);
    while (x > fromX && y > fromY && x > 0 && y > 0 && a[x - 1] === b[y - 1]) same();
    if (edits === 0) break;
    if (down) lines.push({ kind: 'added', text: b[--y] ?? '', before: null, now: y + offset + 1 });
    else lines.push({ kind: 'removed', text: a[--x] ?? '', before: x + offset + 1, now: null });
  }
  return lines.reverse();
}

export function diffLines(before: readonly string[], now: readonly string[]): DiffLine[] | null {
  let start = 0;
  while (start < before.length && start < now.length && before[start] === now[start]) start++;
  let end = 0;
  while (end < before.length - start && end < now.length - start && before.at(-1 - end) === now.at(-1 - end)) end++;
  const a = before.slice(start, before.length - end);
  const b = now.slice(start, now.length - end);
  const steps = trace(a, b);
  if (!steps) return null;
  const head = before.slice(0, start).map((text, i): DiffLine => ({ kind: 'same', text, before: i + 1, now: i + 1 }));
  const tail = before.slice(before.length - end).map(
    (text, i): DiffLine => ({
      kind: 'same',
      text,
      before: before.length - end + i + 1,
      now: now.length - end + i + 1,
    }),
  );
  return [...head, ...walkBack(a, b, steps, start), ...tail];
}

/** Of a long log its middle is cut out: that what is kept of two is the same does not say that the outputs were. */
export const samenessOf = (lines: readonly DiffLine[], cutLines: number): 'same' | 'sameKept' | null =>
  lines.some(({ kind }) => kind !== 'same') ? null : cutLines > 0 ? 'sameKept' : 'same';

type Hunk = { key: string; skipped: number; lines: DiffLine[] };

/** Changes with a few lines around them; long equal stretches become a count. */
export function hunks(lines: readonly DiffLine[], around = 3): Hunk[] {
  const wanted = lines.map(() => false);
  lines.forEach((line, index) => {
    if (line.kind === 'same') return;
    for (let near = Math.max(0, index - around); near <= Math.min(lines.length - 1, index + around); near++)
      wanted[near] = true;
  });
  const found: Hunk[] = [];
  let skipped = 0;
  lines.forEach((line, index) => {
    if (!wanted[index]) {
      skipped++;
      return;
    }
    if (skipped > 0 || found.length === 0) found.push({ key: `${line.before}-${line.now}`, skipped, lines: [] });
    skipped = 0;
    found.at(-1)?.lines.push(line);
  });
  if (skipped > 0) found.push({ key: 'end', skipped, lines: [] });
  return found;
}

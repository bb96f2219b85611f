/** Numbers that look random and are the same for the same seed; those of neighbouring seeds have nothing in common. */
export const randomFrom = (seed: number) => {
  let state = seed >>> 0;
  const mix = (): number => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    return (mixed ^ (mixed >>> 16)) >>> 0;
  };
  const next = (below: number): number => Math.floor((mix() / 2 ** 32) * below);
  const pick = <T>(items: readonly T[]): T => {
    if (items.length === 0) throw new Error('Nothing to pick from.');
    return items[next(items.length)] as T;
  };
  return { next, pick };
};

export type Random = ReturnType<typeof randomFrom>;

/** Remembers what was made last, up to a total weight; the least recently used goes first. */
export type Recent<T> = {
  /** The value for a key, made when it is not remembered. */
  take(key: string, weight: number, make: () => T): T;
};

export const createRecent = <T>(limit: { weight: number }): Recent<T> => {
  const kept = new Map<string, { value: T; weight: number }>();
  let total = 0;
  const forgetOldest = (): void => {
    for (const [key, entry] of kept) {
      if (total <= limit.weight) return;
      kept.delete(key);
      total -= entry.weight;
    }
  };
  return {
    take(key, weight, make) {
      const found = kept.get(key);
      if (found !== undefined) {
        // A Map keeps insertion order: taken out and put back, it is the newest.
        kept.delete(key);
        kept.set(key, found);
        return found.value;
      }
      const value = make();
      kept.set(key, { value, weight });
      total += weight;
      forgetOldest();
      return value;
    },
  };
};

/**
 * Remembers what was made, up to a total weight. When that is reached, only what nobody has asked for in a long while makes room: someone
 * who goes through more than fits, again and again, finds the first ones remembered, where the last ones would never be asked for in time.
 */
export type Recent<T> = {
  /** The value for a key, made when it is not remembered. */
  take(key: string, weight: number, make: () => T): T;
};

/** `patience`: after how many others something counts as no longer asked for. */
export const createRecent = <T>(limit: { weight: number; patience: number }): Recent<T> => {
  const kept = new Map<string, { value: T; weight: number; takenAt: number }>();
  let [total, takes] = [0, 0];
  const makeRoom = (weight: number): void => {
    for (const [key, entry] of kept) {
      if (total + weight <= limit.weight || takes - entry.takenAt <= limit.patience) return;
      kept.delete(key);
      total -= entry.weight;
    }
  };
  return {
    take(key, weight, make) {
      takes += 1;
      const found = kept.get(key);
      if (found !== undefined) {
        // A Map keeps insertion order: taken out and put back, it is the newest.
        kept.delete(key);
        kept.set(key, { ...found, takenAt: takes });
        return found.value;
      }
      const value = make();
      makeRoom(weight);
      if (total + weight > limit.weight) return value;
      kept.set(key, { value, weight, takenAt: takes });
      total += weight;
      return value;
    },
  };
};

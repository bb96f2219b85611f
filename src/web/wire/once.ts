/** What is asked for a second time before there is an answer, by a double click or a second Enter, is asked for once. */
const underWay = new Map<string, Promise<unknown>>();

export function once<T>(wish: string, ask: () => Promise<T>): Promise<T> {
  const answer =
    underWay.get(wish) ??
    ask().finally(() => {
      underWay.delete(wish);
    });
  underWay.set(wish, answer);
  return answer as Promise<T>;
}

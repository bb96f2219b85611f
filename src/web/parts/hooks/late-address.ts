/**
 * What changes quickly (a text that is typed, a picture that is moved) stands in the address once it rests: browsers let a page change that only
 * so many times in a while. What still waits is written before the address is changed for another reason, so that the way back brings it back.
 */
type Waiting = { timer: ReturnType<typeof setTimeout>; write: () => void; pathname: string };

/** By what they change. */
const waiting = new Map<string, Waiting>();

const writeNow = (name: string): void => {
  const one = waiting.get(name);
  if (!one) return;
  clearTimeout(one.timer);
  waiting.delete(name);
  // Whoever went back is on another page already: its address is not theirs.
  if (window.location.pathname === one.pathname) one.write();
};

export const writeLater = (name: string, ms: number, write: () => void): void => {
  clearTimeout(waiting.get(name)?.timer);
  const timer = setTimeout(() => writeNow(name), ms);
  waiting.set(name, { timer, write, pathname: window.location.pathname });
};

export const writeWaiting = (): void => {
  for (const name of [...waiting.keys()]) writeNow(name);
};

/** Environment variables as the project would find them: none of the service's own but its home, those of `.env` files where it loads them. */

export type ProjectEnvironment = {
  get(name: string): string | undefined;
  set(name: string, value: string): void;
  /** What it held stays masked. */
  unset(name: string): void;
  entries(): IterableIterator<[string, string]>;
  /** Of files that are read without setting anything: never looked up, only masked. */
  readonly aside: [string, string][];
};

/** Whoever starts the project has a home; all else may be set or not. */
export const createEnvironment = (home: string): ProjectEnvironment => {
  const variables = new Map([['HOME', home]]);
  const aside: [string, string][] = [];
  return {
    get: (name) => variables.get(name),
    set: (name, value) => variables.set(name, value),
    unset: (name) => {
      const value = variables.get(name);
      if (value !== undefined) aside.push([name, value]);
      variables.delete(name);
    },
    entries: () => variables.entries(),
    aside,
  };
};

/** What the tests of one file live in: a project, the real service on it, and a browser. Opened before the first test, closed after the last. */
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import type { Browser } from 'playwright-core';
import { type OpenOptions, openAgain, openBrowser, openWindow, putAway, type Window } from './browser.ts';
import { launch, type Service } from './launch.ts';
import type { Project } from './projects.ts';

type House = {
  readonly browser: Browser;
  readonly service: Service;
  /** Of the project that the service was started on. */
  readonly projectPath: string;
  open(options?: OpenOptions): Promise<Window>;
};

type Plan = {
  project?: () => Promise<Project>;
  args?: readonly string[];
  /** Done once, when all stands. */
  furnish?: (house: House) => Promise<void>;
};

/** Something that is there while the tests of a `describe` run. */
export function held<T>(make: () => Promise<T>, end: (it: T) => Promise<void>): () => T {
  let it: T | undefined;
  before(async () => {
    it = await make();
  });
  after(async () => {
    if (it !== undefined) await end(it);
  });
  return () => {
    if (it === undefined) throw new Error('This is there only while the tests of its `describe` run.');
    return it;
  };
}

/** One for all files of a process; to start one costs as much as three windows. */
let browserOfAll: Promise<Browser> | undefined;
after(async () => (await browserOfAll)?.close());

/** Its windows are closed at the end of the `describe`. */
export const heldBrowser = (): (() => Browser) =>
  held(
    () => {
      browserOfAll ??= openBrowser();
      return browserOfAll;
    },
    async (browser) => {
      for (const context of browser.contexts()) await context.close();
    },
  );

export const heldProject = (make: () => Promise<Project>): (() => Project) => held(make, (project) => project.remove());

/** Call it inside `describe`. */
export function openHouse({ project: make, args = [], furnish }: Plan = {}): House {
  const project = make && heldProject(make);
  const service = held(
    () => launch({ ...(project ? { project: project().path } : {}), args }),
    (running) => running.close(),
  );
  const browser = heldBrowser();
  const closed: Window[] = [];
  const house: House = {
    get browser() {
      return browser();
    },
    get service() {
      return service();
    },
    get projectPath() {
      return project?.().path ?? '';
    },
    open: async (options = {}) => {
      const { path: _, viewport: __, ...special } = options;
      if (Object.keys(special).length > 0) return openWindow(browser(), service(), options);
      const used = closed.pop();
      if (used) await openAgain(used, service(), options);
      const window = used ?? (await openWindow(browser(), service(), options));
      const close = async () => {
        await putAway(window.page, service().url);
        assert.deepEqual(window.faults, []);
        closed.push(window);
      };
      return { ...window, close };
    },
  };
  if (furnish) before(() => furnish(house));
  return house;
}

/** What the tests of one file live in: a project, the real service on it, and a browser. Opened before the first test, closed after the last. */
import { after, before } from 'node:test';
import type { Browser } from 'playwright-core';
import { type OpenOptions, openBrowser, openWindow, type Window } from './browser.ts';
import { launch, type Service } from './launch.ts';
import type { Project } from './projects.ts';

export type House = {
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

export const heldBrowser = (): (() => Browser) => held(openBrowser, (browser) => browser.close());

export const heldProject = (make: () => Promise<Project>): (() => Project) => held(make, (project) => project.remove());

/** Call it inside `describe`. */
export function openHouse({ project: make, args = [], furnish }: Plan = {}): House {
  const project = make && heldProject(make);
  const service = held(
    () => launch({ ...(project ? { project: project().path } : {}), args }),
    (running) => running.close(),
  );
  const browser = heldBrowser();
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
    open: (options) => openWindow(browser(), service(), options),
  };
  if (furnish) before(() => furnish(house));
  return house;
}

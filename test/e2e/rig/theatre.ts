/** The built window with answers of the test's choosing behind it, for pages whose states a real project shows too rarely. */
import { afterEach } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { sampleMigrations } from '../../web/sample-migrations.ts';
import { sampleSchema } from '../../web/sample-schema.ts';
import { builtWindow, openStage, type Play, type Stage, type StagePage, visit } from '../../web/stage.ts';
import { held, heldBrowser } from './house.ts';

const samplePlay = (): Play => ({ schema: sampleSchema(), migrations: sampleMigrations() });

export type Theatre = {
  readonly stage: Stage;
  /** Opens a page below the theatre's path; it is closed, and its complaints are told, after the test. */
  open(path?: string, options?: BrowserContextOptions): Promise<Page>;
};

/** Call it inside `describe`. Each test begins with the sample. */
export function openTheatre(at: string): Theatre {
  const browser = heldBrowser();
  const stage = held(
    () => openStage(builtWindow, samplePlay()),
    (open) => open.close(),
  );
  let shown: StagePage | undefined;
  afterEach(async () => {
    await shown?.close();
    shown = undefined;
    stage().play = samplePlay();
  });
  return {
    get stage() {
      return stage();
    },
    open: async (path = '', options = {}) => {
      shown = await visit(browser(), stage(), at + path, options);
      return shown.page;
    },
  };
}

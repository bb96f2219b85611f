import assert from 'node:assert/strict';
import { rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { noBrowser } from './rig/browser.ts';
import { openHouse } from './rig/house.ts';
import { addUser } from './rig/launch.ts';
import { copySample } from './rig/projects.ts';
import { runPreset } from './rig/scenes.ts';

const pagesOfAtlas = ['', 'schema/', 'migrations/', 'runs/', 'logs/', 'fixtures/'];

/** Opens the dialog, writes another folder into it, and saves. */
async function moveTo(page: Page, folder: string): Promise<void> {
  await page.getByRole('button', { name: 'Edit atlas' }).click();
  await page.getByRole('textbox', { name: 'Folder' }).fill(folder);
  await page.getByRole('button', { name: 'Save' }).click();
}

describe('the administration', { skip: noBrowser }, () => {
  const house = openHouse({ project: () => copySample() });
  const movedPath = () => join(dirname(house.projectPath), 'moved');

  test('a folder that is no project is refused at its field, and the workspace stays where it is', async () => {
    const { page, close } = await house.open({ path: '/admin/workspaces/' });
    const dialog = page.getByRole('dialog', { name: 'Edit atlas' });
    for (const [folder, message] of [
      [join(house.projectPath, 'no-such-folder'), 'no-such-folder does not exist. Check the spelling.'],
      [join(house.projectPath, 'atlas'), 'There is no manage.py in'],
      ['/etc', '/etc belongs to the system.'],
    ] as const) {
      await moveTo(page, folder);
      await dialog.getByText(message, { exact: false }).waitFor();
      const field = dialog.getByRole('textbox', { name: 'Folder' });
      assert.equal(await field.getAttribute('aria-invalid'), 'true');
      assert.equal(await field.inputValue(), folder, 'what was typed is there to be mended');
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await dialog.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Edit atlas' }).and(page.locator(':focus')).waitFor();
    }
    await page
      .getByRole('row', { name: /^atlas/ })
      .getByText(house.projectPath, { exact: true })
      .waitFor();
    await close();
  });

  test('who leaves while a change is being saved is not brought back when it is', async () => {
    const { page, close } = await house.open({ path: '/admin/workspaces/?edit=atlas' });
    const isSaved = Promise.withResolvers<void>();
    const sent = Promise.withResolvers<void>();
    await page.route('**/api/workspaces/atlas/', async (route) => {
      if (route.request().method() !== 'PATCH') return route.continue();
      sent.resolve();
      await isSaved.promise;
      await route.continue();
    });
    const dialog = page.getByRole('dialog', { name: 'Edit atlas' });
    await dialog.getByRole('button', { name: 'Save' }).dblclick();
    await sent.promise;
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('link', { name: 'Users' }).click();
    await page.waitForURL(/\/admin\/users/);
    const answer = page.waitForResponse((response) => response.request().method() === 'PATCH');
    const list = page.waitForResponse(/api\/workspaces\/$/);
    isSaved.resolve();
    await answer;
    await list;
    assert.match(page.url(), /\/admin\/users/);
    await page.unroute('**/api/workspaces/atlas/');
    await close();
  });

  test('a project that was moved is said to be gone on every page, has no command run in it, and is found again with its runs', async () => {
    const { page, close } = await house.open({ path: '/w/atlas/' });
    await page.locator('.insights').waitFor();
    const run = await runPreset(page, 'version');
    await rename(house.projectPath, movedPath());
    const gone = page.getByRole('status').filter({ hasText: 'The project folder is not there' });
    for (const path of pagesOfAtlas) {
      await page.goto(`${house.service.url}/w/atlas/${path}`);
      await gone.getByText(house.projectPath).waitFor();
    }
    await page.keyboard.press('r');
    const drawer = page.getByRole('dialog', { name: 'Run a command' });
    await drawer.getByText('A command would find nothing to run in').waitFor();
    await drawer.getByRole('radio', { name: /^Django version/ }).check();
    await drawer.getByText('Exact command').waitFor();
    assert.equal(await drawer.getByRole('checkbox').count(), 0, 'nothing is acknowledged that cannot be run');
    await page.keyboard.press('Escape');
    await gone.getByRole('link', { name: 'Say where it is' }).click();
    const folder = page.getByRole('dialog', { name: 'Edit atlas' }).getByRole('textbox', { name: 'Folder' });
    await folder.and(page.locator(':focus')).fill(movedPath());
    await page.getByRole('button', { name: 'Save' }).click();
    const row = page.getByRole('row', { name: /^atlas/ });
    await row.getByText(movedPath(), { exact: true }).waitFor();
    await row.getByText('Found', { exact: true }).waitFor();
    await page.goto(`${house.service.url}/w/atlas/runs/`);
    await page.getByRole('row', { name: new RegExp(`#${run} Django version Succeeded`) }).waitFor();
    assert.equal(await page.getByText('The project folder is not there').count(), 0);
    await page.goto(`${house.service.url}/w/atlas/`);
    await page.getByText(movedPath(), { exact: true }).waitFor();
    await rename(movedPath(), house.projectPath);
    await close();
  });

  test('a password that was set is said to be set', async () => {
    await addUser(house.service, 'mia', 'a good password');
    const { page, close } = await house.open({ path: '/admin/users/' });
    const row = page.getByRole('row', { name: /^mia/ });
    await row.getByRole('button', { name: 'Set password' }).click();
    await page.getByRole('dialog').getByLabel('Password', { exact: false }).first().fill('another good password');
    await page.getByRole('button', { name: 'Save' }).click();
    await row.getByText('password set').waitFor();
    await close();
  });
});

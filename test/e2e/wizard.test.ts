import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { violationsInEveryLook } from './rig/axe.ts';
import { noBrowser } from './rig/browser.ts';
import { heldProject, openHouse } from './rig/house.ts';
import { copySample, makeLost } from './rig/projects.ts';

describe('adding a project', { skip: noBrowser }, () => {
  const project = heldProject(() => copySample('library'));
  const lost = heldProject(() => makeLost('lost'));
  const house = openHouse();

  test('a service without projects says what to do, and the wizard adds a real one', async () => {
    const { page, close } = await house.open();
    await page.getByRole('heading', { name: 'No project yet' }).waitFor();
    assert.deepEqual(await violationsInEveryLook(page), {});
    await page.getByRole('link', { name: 'Add a project' }).first().click();
    const folder = page.getByRole('combobox', { name: 'Folder' });
    await folder.fill(`${dirname(project().path)}/`);
    await page.getByRole('option', { name: /library/ }).click();
    await page.getByText('What was found').waitFor();
    await page.getByText('atlas.settings.dev').waitFor();
    await page.getByText('atlas.lending', { exact: false }).first().waitFor();
    assert.deepEqual(await violationsInEveryLook(page), {});
    await page.getByLabel('Name', { exact: true }).fill('Map library');
    await page.getByRole('button', { name: 'Add project' }).click();
    await page.getByRole('heading', { level: 1, name: 'Map library' }).waitFor();
    await page.getByRole('region', { name: 'Apps' }).getByText('atlas.lending').waitFor();
    await close();
  });

  test('each refusal stands at its field, what was not found is said, and a folder that is a workspace already leads to it', async () => {
    const empty = await mkdtemp(join(tmpdir(), 'inspector-e2e-empty-'));
    const { page, close } = await house.open({ path: '/add/' });
    const folder = page.getByRole('combobox', { name: 'Folder' });
    await page.getByRole('button', { name: 'Look into it' }).click();
    await page.getByText('Type the path of a folder first.').waitFor();
    for (const path of [empty, '/etc', `${empty}/no-such-folder`]) {
      await folder.fill(path);
      await page.getByRole('button', { name: 'Look into it' }).click();
      await page.locator('.mantine-Autocomplete-error').waitFor();
      assert.equal(await folder.getAttribute('aria-invalid'), 'true');
    }
    await rm(empty, { recursive: true });
    await folder.fill(lost().path);
    await page.getByRole('button', { name: 'Look into it' }).click();
    await page.getByText('No database found in the settings').waitFor();
    await folder.fill(project().path);
    await page.getByRole('button', { name: 'Look into it' }).click();
    await page.getByRole('link', { name: 'Open Map library' }).click();
    await page.getByRole('heading', { level: 1, name: 'Map library' }).waitFor();
    await close();
  });

  test('what was found in a folder that is asked for no more is not shown', async () => {
    const { page, close } = await house.open({ path: '/add/' });
    const asked = Promise.withResolvers<void>();
    await page.route('**/api/workspaces/detect/**', async (route) => {
      await asked.promise;
      await route.continue();
    });
    const folder = page.getByRole('combobox', { name: 'Folder' });
    await folder.fill(lost().path);
    await page.getByRole('button', { name: 'Look into it' }).click();
    await folder.fill('/somewhere/else');
    // Seen for a moment is shown, too.
    await page.evaluate(() => {
      const look = () =>
        document.body.textContent.includes('What was found') && document.body.classList.add('was-shown');
      new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
    });
    const answered = page.waitForResponse('**/api/workspaces/detect/**');
    asked.resolve();
    await answered;
    // Its folders are asked for after the answer has come: what that shows was there by then.
    const listed = page.waitForResponse((answer) => /folders\/\?path=%2Fsomewhere$/.test(answer.url()));
    await folder.fill('/somewhere');
    await listed;
    assert.equal(await page.locator('body.was-shown').count(), 0);
    await close();
  });

  test('a workspace is renamed and removed in the administration, and its folder stays', async () => {
    const { page, close } = await house.open({ path: '/admin/workspaces/' });
    await page.getByRole('button', { name: 'Edit Map library' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Maps');
    await page.getByRole('button', { name: 'Save' }).click();
    // What has to be typed stands in the list, too.
    await page.getByRole('row').filter({ hasText: 'Maps' }).getByTitle('Short name').waitFor();
    await page.getByRole('button', { name: 'Remove Maps?' }).click();
    const dialog = page.getByRole('dialog', { name: 'Remove Maps?' });
    assert.ok(await dialog.getByRole('button', { name: 'Remove' }).isDisabled());
    const label = await dialog.getByText(/^Type \S+ to confirm$/).textContent();
    await dialog.getByRole('textbox').fill(label?.split(' ')[1] ?? '');
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('No workspace yet.').waitFor();
    await page.getByRole('button', { name: 'Add a project' }).and(page.locator(':focus')).waitFor();
    assert.ok(existsSync(join(project().path, 'manage.py')));
    await close();
  });

  test('of a folder with several projects each is chosen by mouse and by keyboard, when one is added and when one is moved', async () => {
    const around = dirname(lost().path);
    const [path, other] = [join(around, 'mono/web'), join(around, 'mono/wiki')];
    for (const each of [path, other]) await cp(lost().path, each, { recursive: true });
    const { page, close } = await house.open({ path: '/add/' });
    const folder = page.getByRole('combobox', { name: 'Folder' });
    await folder.fill(dirname(path));
    await page.getByRole('button', { name: 'Look into it' }).click();
    const choices = page.locator('.folder-choices button');
    await choices.first().waitFor();
    assert.deepEqual(await choices.allTextContents(), [path, other]);
    assert.deepEqual(await violationsInEveryLook(page), {});
    await choices.first().focus();
    await page.keyboard.press('Enter');
    await page.getByText('What was found').waitFor();
    assert.equal(await folder.inputValue(), path);
    assert.ok(await folder.evaluate((field) => field === document.activeElement));
    assert.equal(await choices.count(), 0);
    await page.getByRole('button', { name: 'Add project' }).click();
    await page.getByRole('heading', { level: 1, name: 'web' }).waitFor();
    await page.goto(`${house.service.url}/admin/workspaces/?edit=web`);
    const moved = page.getByLabel('Folder', { exact: true });
    await moved.fill(dirname(path));
    await page.getByRole('button', { name: 'Save' }).click();
    await choices.last().click();
    assert.equal(await moved.inputValue(), other);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('cell', { name: other }).waitFor();
    await close();
  });

  test('a refused preset says which word of its command is not allowed, and none can be had that needs no acknowledgement', async () => {
    const { page, close } = await house.open({ path: '/admin/presets/' });
    await page.getByRole('button', { name: 'Add a preset' }).click();
    assert.equal(
      await page.getByRole('dialog').getByRole('checkbox').count(),
      0,
      'there is nothing to choose: every run is acknowledged',
    );
    await page.getByRole('textbox', { name: 'Key' }).fill('flush-all');
    await page.getByRole('textbox', { name: 'Label' }).fill('Flush');
    await page.getByRole('textbox', { name: 'Command' }).fill('manage.py flush');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.locator('.mantine-TextInput-error', { hasText: 'flush' }).waitFor();
    await close();
  });

  test('a preset that was added can be edited and removed; for one that is built in neither is offered', async () => {
    const { page, close } = await house.open({ path: '/admin/presets/' });
    const rowOf = (label: string) => page.getByRole('row').filter({ hasText: label });
    const removalOf = (label: string) => page.getByRole('button', { name: `Remove the preset ${label}?` });
    for (const [tag, label] of [
      ['models', 'Model checks'],
      ['security', 'Security checks'],
    ] as const) {
      await page.getByRole('button', { name: 'Add a preset' }).click();
      await page.getByRole('textbox', { name: 'Key' }).fill(tag);
      await page.getByRole('textbox', { name: 'Label' }).fill(label);
      await page.getByRole('textbox', { name: 'Command' }).fill(`manage.py check --tag ${tag}`);
      await page.getByRole('button', { name: 'Add', exact: true }).click();
      await removalOf(label).waitFor();
    }
    assert.equal(await page.getByRole('button', { name: /^Remove the preset/ }).count(), 2);
    assert.equal(
      await page.getByText('Built in', { exact: true }).count(),
      (await page.locator('tbody tr:has(td)').count()) - 2,
    );
    assert.equal(await page.getByRole('button', { name: /^Edit the preset/ }).count(), 2);
    await page.getByRole('button', { name: 'Edit the preset Model checks' }).click();
    const editing = page.getByRole('dialog', { name: 'Edit the preset Model checks' });
    assert.equal(
      await editing.getByRole('textbox', { name: 'Command' }).inputValue(),
      'python manage.py check --tag models',
    );
    await editing.getByRole('textbox', { name: 'Command' }).fill('manage.py check --tag models --fail-level WARNING');
    await editing.getByRole('button', { name: 'Save' }).click();
    await rowOf('Model checks').getByText('--fail-level WARNING').waitFor();
    // The button that was pressed goes with its row: the keyboard goes on beside it.
    const focused = page.locator(':focus');
    for (const [label, next] of [
      ['Model checks', removalOf('Security checks')],
      ['Security checks', page.getByRole('button', { name: 'Add a preset' })],
    ] as const) {
      await removalOf(label).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
      await rowOf(label).waitFor({ state: 'detached' });
      await next.and(focused).waitFor();
    }
    await close();
  });
});

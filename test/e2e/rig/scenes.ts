/** Every page and every dialog of the window, and how one gets there: for what must hold on all of them, and for their pictures. */
import type { Page } from 'playwright-core';
import type { Window } from './browser.ts';
import { addUser, type Service } from './launch.ts';

export type Scene = {
  name: string;
  path: string;
  /** What is there when the page is. */
  ready: string;
  /** Opens the dialog, and what is there when it is open. */
  open?: (page: Page) => Promise<unknown>;
  shows?: string;
};

/** What the scenes are of: a run that ended, a log-in name, a preset and a link that were added. */
export type Props = { run: number };

const press = (name: string) => (page: Page) => page.getByRole('button', { name }).first().click();
const pressExactly = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).first().click();
const tab = (name: string) => (page: Page) => page.getByRole('tab', { name }).click();
const key = (keys: string) => (page: Page) => page.keyboard.press(keys);

/** In a narrow window the sidebar is opened first. */
const pressInSidebar = (name: string) => async (page: Page) => {
  const menu = page.getByRole('button', { name: 'Open menu' });
  if ((await menu.isVisible()) && (await menu.getAttribute('aria-expanded')) === 'false') await menu.click();
  await press(name)(page);
};

const lookInto = (folder: string) => async (page: Page) => {
  await page.getByRole('combobox', { name: 'Folder' }).fill(folder);
  await page.keyboard.press('Enter');
};

const chooseCheck = async (page: Page) => {
  await page.keyboard.press('r');
  await page.locator('input[value="check"]').check();
};

export const pages = ({ run }: Props): Scene[] => [
  { name: 'overview', path: '/w/atlas/', ready: '.excerpt li' },
  { name: 'schema', path: '/w/atlas/schema/', ready: '.react-flow__node' },
  { name: 'schema-table', path: '/w/atlas/schema/?look=table', ready: 'table' },
  { name: 'migrations', path: '/w/atlas/migrations/', ready: '.timeline' },
  { name: 'runs', path: '/w/atlas/runs/', ready: 'tbody tr' },
  { name: 'run', path: `/w/atlas/runs/${run}/`, ready: '.log-view__row' },
  { name: 'logs', path: '/w/atlas/logs/', ready: '.stream__row' },
  { name: 'logs-search', path: '/w/atlas/logs/?q=%2Foverdue%2F', ready: '.stream__row' },
  { name: 'fixtures', path: '/w/atlas/fixtures/', ready: 'tbody tr' },
  { name: 'add', path: '/add/', ready: 'form' },
  { name: 'lost', path: '/w/no-such/', ready: 'h1' },
  ...['workspaces', 'presets', 'links', 'users', 'sessions', 'service'].map((section) => ({
    name: `admin-${section}`,
    path: `/admin/${section}/`,
    ready: 'tbody tr',
  })),
];

const form = '[role=dialog] form';
const menu = '[role=menu]';
const popover = '.mantine-Popover-dropdown';

const dialogsOf = (path: string, ready: string, list: [string, Scene['open'], string][]): Scene[] =>
  list.map(([name, open, shows]) => ({ name, path, ready, shows, ...(open ? { open } : {}) }));

export const dialogs = ({ run }: Props): Scene[] => [
  ...dialogsOf('/w/atlas/', '.insights', [
    ['run-drawer', chooseCheck, '.facts'],
    ['palette', key('Control+k'), '.palette__item'],
    ['keyboard-map', key('?'), '.key-map'],
    ['guide', pressInSidebar('Guide'), '.guide h1'],
    ['account-menu', pressInSidebar('Account: owner'), menu],
    ['workspace-menu', pressInSidebar('Switch workspace'), menu],
  ]),
  ...dialogsOf('/w/atlas/schema/', '.react-flow__node', [
    ['schema-filter', pressExactly('Show'), popover],
    ['schema-views', press('Views'), popover],
    ['schema-export', press('Export'), menu],
  ]),
  ...dialogsOf('/w/atlas/schema/?model=lending.Loan', '.react-flow__node', [
    ['schema-panel', undefined, 'aside[aria-label="Details of Loan"]'],
  ]),
  ...dialogsOf('/w/atlas/migrations/?migration=lending.0005_one_open_loan_per_copy', '.timeline', [
    ['migration-panel', undefined, '.migration-panel h3'],
  ]),
  ...dialogsOf('/w/atlas/logs/?level=error&source=*', '.stream__row', [
    ['traceback', press('more lines'), '.stream__detail'],
  ]),
  ...dialogsOf('/add/', 'form', [['add-refused', lookInto('/etc'), '[data-error]']]),
  ...dialogsOf(`/w/atlas/runs/${run}/`, '.log-view__row', [
    ['result', tab('Result'), 'table'],
    ['compare', tab('Compare'), '.diff__note'],
    ['run-again', press('Run again'), popover],
    ['copy-menu', pressExactly('Copy'), menu],
  ]),
  ...dialogsOf('/admin/workspaces/', 'tbody tr', [
    ['edit-workspace', press('Edit atlas'), form],
    ['remove-workspace', press('Remove atlas?'), form],
  ]),
  ...dialogsOf('/admin/presets/', 'tbody tr', [
    ['add-preset', press('Add a preset'), form],
    ['remove-preset', press('Remove the preset'), form],
  ]),
  ...dialogsOf('/admin/links/', 'tbody tr', [
    ['add-link', press('Add a link'), form],
    ['remove-link', press('Remove the link'), form],
  ]),
  ...dialogsOf('/admin/users/', 'tbody tr', [
    ['add-user', press('Add a user'), form],
    ['set-password', press('Set password'), form],
    ['remove-user', press('Remove mia?'), form],
  ]),
  ...dialogsOf('/admin/sessions/', 'tbody tr', [
    ['launch-link', press('Make a launch link'), '[role=dialog] code'],
    ['end-session', press('End session'), form],
  ]),
];

export const scenes = (props: Props): Scene[] => [...pages(props), ...dialogs(props)];

/** Opens the dialog again where a change of the window's width has put away what it hung on. */
export async function keepOpen(page: Page, { open, shows }: Scene): Promise<void> {
  if (!shows) return;
  if (open && !(await page.locator(shows).first().isVisible())) {
    await page.keyboard.press('Escape');
    await open(page);
  }
  await page.locator(shows).first().waitFor();
}

/** Goes to the scene in a window that shows another one, as its links do: nothing is loaded again. */
export async function turnTo(page: Page, { path }: Scene): Promise<void> {
  const over = page.locator('[role=dialog], [role=menu]').filter({ visible: true });
  if ((await over.count()) > 0) await page.keyboard.press('Escape');
  await over.waitFor({ state: 'detached' });
  await page.evaluate((address) => history.pushState(null, '', address), path);
}

export async function show(page: Page, scene: Scene): Promise<void> {
  await page.locator(scene.ready).first().waitFor();
  await scene.open?.(page);
  if (scene.shows) await page.locator(scene.shows).first().waitFor();
}

/** As a person does it: open the drawer, choose, acknowledge, run, and wait for the end. Gives the run's number. */
export async function runPreset(page: Page, preset: string): Promise<number> {
  const before = page.url();
  await page.keyboard.press('r');
  await page.locator(`input[value="${preset}"]`).check();
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.waitForURL((url) => url.href !== before && /\/runs\/\d+$/.test(url.pathname));
  const ended = page.locator('.run__status').getByText(/Succeeded|Failed/);
  await ended.waitFor();
  return Number(/\/runs\/(\d+)/.exec(page.url())?.[1]);
}

async function fillIn(page: Page, path: string, button: string, fields: Record<string, string>): Promise<void> {
  await page.goto(path);
  await page.getByRole('button', { name: button }).click();
  const dialog = page.getByRole('dialog');
  for (const [label, value] of Object.entries(fields)) await dialog.getByLabel(label).fill(value);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** Puts there what the scenes show: two runs of `check`, a user, a preset and a link. The window is on the overview. */
export async function furnish({ page }: Window, service: Service): Promise<Props> {
  const added = addUser(service, 'mia', 'a good password');
  await page.locator('.insights').waitFor();
  await runPreset(page, 'check');
  const run = await runPreset(page, 'check');
  await fillIn(page, `${service.url}/admin/presets/`, 'Add a preset', {
    Key: 'check-security',
    Label: 'Security checks',
    Command: 'manage.py check --tag security',
  });
  await fillIn(page, `${service.url}/admin/links/`, 'Add a link', {
    Title: 'Cataloguing rules',
    Address: 'https://docs.example.org/rules/',
  });
  await added;
  return { run };
}

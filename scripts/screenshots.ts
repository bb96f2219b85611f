/**
 * Pictures of every page and dialog in both themes, of the real service: on the sample, on a project of 1,000 models, on a broken
 * one, on one with nothing in it, and without any. `npm run screenshots -- [folder] [width …]`; into dist/screenshots
 * and in all three widths by default.
 * `npm run screenshots -- --guide` takes only those of the README and the guide, into docs/pictures/.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { writeProject } from '../bench/generated-project.ts';
import { djangoPython } from '../test/django-python.ts';
import { openBrowser, openWindow } from '../test/e2e/rig/browser.ts';
import { addWorkspace, launch, type Service } from '../test/e2e/rig/launch.ts';
import { copySample, inTempFolder, makeBare, makeBroken, type Project } from '../test/e2e/rig/projects.ts';
import { furnish, keepOpen, type Props, runPreset, type Scene, scenes, show } from '../test/e2e/rig/scenes.ts';

/** By the name that the guide knows: the scene. */
const guidePictures: Record<string, string> = {
  overview: 'overview',
  schema: 'schema-panel',
  migrations: 'migrations',
  'run-drawer': 'run-drawer',
  run: 'run',
  logs: 'logs',
};

const defaultWidths = [1440, 900, 390];
const shownPresets = ['version', 'diffsettings', 'showmigrations', 'migrate-plan', 'check-deploy'];
const workspacePages = ['', 'schema', 'migrations', 'runs', 'logs', 'fixtures'];

const drawn = (page: Page) =>
  page.waitForFunction(() => performance.getEntriesByName('schema-picture').length > 0, null, { timeout: 60_000 });

/** The same pages of a workspace that is not as one would like. */
const pagesOf = (slug: string): Scene[] =>
  workspacePages.map((page) => ({
    name: `${slug}-${page || 'overview'}`,
    path: `/w/${slug}/${page}`,
    ready: 'main h1',
    ...(page === 'schema' && slug !== 'bare' ? { open: drawn } : {}),
  }));

type Theme = 'light' | 'dark';

async function shoot(
  browser: Browser,
  service: Service,
  list: Scene[],
  width: number,
  themes: readonly Theme[],
  fileOf: (scene: Scene, theme: Theme) => string,
): Promise<void> {
  for (const colorScheme of themes) {
    const { page, close } = await openWindow(browser, service, { colorScheme, viewport: { width, height: 900 } });
    for (const scene of list) {
      await page.goto(service.url + scene.path);
      await show(page, scene);
      await keepOpen(page, scene);
      // The graph fits itself to the window, and pictures fade in: both are over well before this.
      await page.waitForTimeout(800);
      const file = fileOf(scene, colorScheme);
      await page.screenshot({ path: file });
      console.log(file);
    }
    await close();
  }
}

/** An hour at work on the models: two come, and go again. The insights' small trends are of this. */
async function workOnModels(page: Page, project: Project): Promise<void> {
  const file = join(project.path, 'atlas/surveys/models.py');
  const text = await readFile(file, 'utf8');
  const models = page.locator('.insight', { hasText: 'Own models' });
  // Until the whole project is read it is not known, or said to be more than what was found.
  const counted = models.locator('.insight__value').getByText(/^\d+$/);
  const before = Number(await counted.textContent());
  const more = ['Buoy', 'Tide'].map((name) => `\n\nclass ${name}(models.Model):\n    pass\n`);
  for (const added of [1, 2, 0]) {
    await writeFile(file, text + more.slice(0, added).join(''));
    await models.getByText(String(before + added), { exact: true }).waitFor({ timeout: 60_000 });
  }
}

/** A history of runs, and what the dialogs are about. */
async function furnishSample(page: Page, service: Service, project: Project): Promise<void> {
  await page.locator('.insights').waitFor();
  await workOnModels(page, project);
  for (const preset of shownPresets) {
    await page.goto(`${service.url}/w/atlas/`);
    await page.locator('.insights').waitFor();
    await runPreset(page, preset);
  }
  await page.goto(`${service.url}/w/atlas/`);
}

async function scanned(page: Page, service: Service, slug: string): Promise<void> {
  await page.goto(`${service.url}/w/${slug}/`);
  const scans = page.getByRole('region', { name: 'Scans' });
  await scans.locator('li, tr').first().waitFor({ timeout: 60_000 });
  await scans
    .getByText(/Running|Waiting/)
    .first()
    .waitFor({ state: 'detached', timeout: 120_000 });
}

async function shootGuide(browser: Browser, service: Service, props: Props): Promise<void> {
  const list = Object.entries(guidePictures).flatMap(([name, of]) =>
    scenes(props).flatMap((scene) => (scene.name === of ? [{ ...scene, name }] : [])),
  );
  await shoot(browser, service, list, 1440, ['light'], ({ name }) => join('docs/pictures', `${name}.png`));
}

async function shootAll(
  browser: Browser,
  service: Service,
  props: Props,
  projects: string,
  { folder, widths }: Asked,
): Promise<void> {
  const others = await Promise.all([
    inTempFolder('large', async (path) => writeProject(path, { models: 1_000, migrations: 1_200 }), projects),
    makeBroken('broken', projects),
    makeBare('bare', projects),
  ]);
  for (const { path } of others) await addWorkspace(service, path);
  const slugs = others.map(({ path }) => basename(path));
  const { page, close } = await openWindow(browser, service);
  for (const slug of slugs) await scanned(page, service, slug);
  await close();
  const empty = await launch();
  const home = { name: 'no-project', path: '/', ready: 'main h1, main h2' };
  await mkdir(folder, { recursive: true });
  for (const width of widths) {
    const fileOf = (scene: Scene, theme: Theme) => join(folder, `${scene.name}-${width}-${theme}.png`);
    await shoot(browser, empty, [home], width, ['light', 'dark'], fileOf);
    await shoot(browser, service, [...scenes(props), ...slugs.flatMap(pagesOf)], width, ['light', 'dark'], fileOf);
  }
  await empty.close();
}

type Asked = { forGuide: boolean; folder: string; widths: readonly number[] };

/** An option that is not known ends this with a word about it, before anything is made. */
function readArguments(): Asked {
  const { values, positionals } = parseArgs({ options: { guide: { type: 'boolean' } }, allowPositionals: true });
  const isWidth = (word: string) => /^\d+$/.test(word);
  const [folder = 'dist/screenshots', ...more] = positionals.filter((word) => !isWidth(word));
  if (more.length > 0) throw new Error(`One folder for the pictures, not also ${more.join(', ')}.`);
  const widths = positionals.filter(isWidth).map(Number);
  return { forGuide: values.guide ?? false, folder, widths: widths.length > 0 ? widths : defaultWidths };
}

/** Git keeps neither its database nor its log files: in a fresh clone the pictures would be of a project that nobody has begun. */
const makeSample = (): void => {
  const samples = join(import.meta.dirname, '../samples');
  if (!existsSync(join(samples, 'atlas/db.sqlite3'))) execFileSync(djangoPython, [join(samples, 'make-sample.py')]);
};

const asked = readArguments();
makeSample();
/** Short, because it is seen in the pictures; and ours alone, so that nothing an interrupted run left is in the way. */
const projects = await mkdtemp(join(tmpdir(), 'work-'));
const sample = await copySample('atlas', projects);
const service = await launch({ project: sample.path });
const browser = await openBrowser();
try {
  const window = await openWindow(browser, service, { path: '/w/atlas/' });
  await furnishSample(window.page, service, sample);
  const props = await furnish(window, service);
  await window.close();
  if (asked.forGuide) await shootGuide(browser, service, props);
  else await shootAll(browser, service, props, projects, asked);
} finally {
  await browser.close();
  await service.close();
  await rm(projects, { recursive: true });
}

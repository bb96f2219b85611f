import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { violationsInEveryLook } from './rig/axe.ts';
import { noBrowser } from './rig/browser.ts';
import { openHouse } from './rig/house.ts';
import { addUser } from './rig/launch.ts';
import { makeTalker } from './rig/projects.ts';
import { runPreset } from './rig/scenes.ts';

describe('when things go wrong around the window', { skip: noBrowser }, () => {
  const house = openHouse({
    project: () => makeTalker('talker', 3, 0),
    furnish: ({ service }) => addUser(service, 'mia', 'a good password'),
  });

  test('a killed service is said with its time, the last state stays, and the window recovers by itself', async () => {
    const { page, close } = await house.open();
    await page.getByRole('heading', { level: 1, name: 'talker' }).waitFor();
    await house.service.kill('SIGKILL');
    await page.getByText(/^Service not reachable since \d\d:\d\d$/).waitFor({ timeout: 15_000 });
    assert.ok(await page.getByRole('heading', { level: 1, name: 'talker' }).isVisible());
    assert.deepEqual(await violationsInEveryLook(page), {});
    await house.service.start();
    await page.getByText(/Service not reachable/).waitFor({ state: 'detached', timeout: 40_000 });
    await page.getByRole('region', { name: 'Scans' }).waitFor();
    await close();
  });

  test('a service that hangs is said before a question to it is given up, and that it answers again at once', async () => {
    const { page, close } = await house.open({ path: '/w/talker/' });
    await page.getByRole('region', { name: 'Scans' }).waitFor();
    const givenUp: string[] = [];
    const hungAt = performance.now();
    house.service.hang();
    // One that was under way may have its place taken by the next at that moment; that is no giving up.
    page.on('requestfailed', (request) => {
      if (performance.now() - hungAt > 1_000) givenUp.push(request.url());
    });
    try {
      await page.getByText(/^Service not answering since \d\d:\d\d$/).waitFor();
      assert.deepEqual(givenUp, []);
      assert.ok(await page.getByRole('heading', { level: 1, name: 'talker' }).isVisible());
    } finally {
      house.service.goOn();
    }
    await page.getByText(/Service not answering/).waitFor({ state: 'detached' });
    await close();
  });

  test('a service whose answers break off in the middle is said to be away', async () => {
    const { page, close } = await house.open({ path: '/w/talker/' });
    await page.getByRole('region', { name: 'Scans' }).waitFor();
    await page.evaluate(() => {
      const whole = window.fetch;
      const halves = async (...asked: Parameters<typeof fetch>): Promise<Response> => {
        await whole(...asked);
        const body = new ReadableStream({
          start: (half) => {
            half.enqueue(new TextEncoder().encode('{"workspace": "ta'));
            half.error(new TypeError('broken off'));
          },
        });
        return new Response(body);
      };
      window.fetch = halves;
      Object.assign(window, { mend: () => Object.assign(window, { fetch: whole }) });
    });
    await page.getByText(/^Service not reachable since \d\d:\d\d$/).waitFor();
    await page.evaluate('mend()');
    await page.getByText(/Service not reachable/).waitFor({ state: 'detached', timeout: 40_000 });
    await close();
  });

  test('answers that are not the service’s, of a proxy or of another version, leave what one sees and are told until they are right again', async () => {
    const { page, close } = await house.open({ path: '/w/talker/' });
    await page.getByRole('region', { name: 'Scans' }).waitFor();
    const told = page.getByText(/^Some of this was read at \d\d:\d\d and could not be read again/);
    for (const json of [{ hello: 'from a proxy' }, { workspace: 'talker', insights: null }]) {
      await page.route('**/api/**', (route) => route.fulfill({ json }));
      await told.waitFor();
      await page.getByText('The answer is not one that this window understands').waitFor();
      assert.ok(await page.getByRole('heading', { level: 1, name: 'talker' }).isVisible());
      assert.ok(await page.getByRole('region', { name: 'Scans' }).isVisible());
      await page.unrouteAll();
      await page.getByRole('button', { name: 'Try now' }).click();
      await told.waitFor({ state: 'detached' });
    }
    await page.route('**/api/**', (route) => route.fulfill({ json: {} }));
    await page.reload();
    await page.getByText('The answer is not one that this window understands').waitFor();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { level: 1, name: 'talker' }).waitFor();
    await close();
  });

  test('a page that could not be read again says so beside what was read before', async () => {
    const { page, close } = await house.open({ path: '/w/talker/fixtures/' });
    await page.getByRole('heading', { level: 1, name: 'Fixtures' }).waitFor();
    await page.waitForLoadState('networkidle');
    const failure = { code: 'internal', errors: { __all__: ['Something went wrong in the service (id 7).'] } };
    await page.route('**/fixtures/', (route) => route.fulfill({ status: 500, json: failure }));
    await page.keyboard.press('s');
    await page.getByText(/could not be read again: Something went wrong in the service \(id 7\)\./).waitFor();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try now' }).click();
    await page.getByText(/could not be read again/).waitFor({ state: 'detached' });
    await close();
  });

  test('a run that is removed while one looks at it is said to be gone, and not that some of it is old', async () => {
    const { page, close } = await house.open({ path: '/w/talker/' });
    await page.locator('.insights').waitFor();
    await runPreset(page, 'check');
    await page.getByRole('button', { name: 'Run again' }).waitFor();
    const missing = { code: 'not_found', errors: { __all__: ['There is no such run.'] } };
    await page.route(/\/task-runs\/\d+\/$/, (route) => route.fulfill({ status: 404, json: missing }));
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
    await page.getByText('There is no run with this number').waitFor();
    assert.equal(await page.getByText(/could not be read again/).count(), 0);
    await page.unrouteAll();
    await close();
  });

  test('a window whose script is gone, as after an update, says so instead of nothing', async () => {
    const { page, close } = await house.open();
    await page.route(/\/assets\/index-[^/]*\.js$/, (route) => route.fulfill({ status: 404 }));
    await page.goto(`${house.service.url}/w/talker/`);
    await page.getByRole('heading', { level: 1, name: 'The window could not be loaded' }).waitFor();
    await page.unrouteAll();
    await close();
  });

  test('a search whose program is gone, as after an update, is not said to have found nothing', async () => {
    const { page, close } = await house.open({ path: '/w/talker/' });
    await page.locator('.insights').waitFor();
    await runPreset(page, 'check');
    await page.route(/match-worker/, (route) => route.fulfill({ status: 404 }));
    await page.getByRole('button', { name: 'Regular expression' }).click();
    await page.getByRole('searchbox').fill('line \\d');
    await page.getByText('The search could not be started.').waitFor();
    assert.equal(await page.getByText('No match').count(), 0);
    await page.goto(`${house.service.url}/w/talker/logs/?q=/Run/`);
    await page.getByText('The search could not be started.').waitFor();
    await page.unrouteAll();
    await page.getByRole('searchbox').fill('/Run|run/');
    await page.getByText(/Searched all/).waitFor();
    await close();
  });

  test('a slow answer to who is asking holds nothing else back, and a word says that one waits', async () => {
    const { page, close } = await house.open({ path: '/w/talker/' });
    const known = Promise.withResolvers<void>();
    await page.route('**/api/session/', async (route) => {
      await known.promise;
      await route.continue();
    });
    const asked = ['/api/workspaces/', '/api/workspaces/talker/status/'].map((path) =>
      page.waitForResponse((response) => new URL(response.url()).pathname === path),
    );
    await page.goto(`${house.service.url}/w/talker/`);
    await Promise.all(asked);
    await page.getByRole('main').getByText('Loading').waitFor();
    known.resolve();
    await page.getByRole('heading', { level: 1, name: 'talker' }).waitFor();
    await close();
  });

  test('a lost session leads to the log-in form, and the password leads back to where one was', async () => {
    const asked = new URLSearchParams({ q: 'name=a%20b&c#1' });
    const { page, context, close } = await house.open({
      session: 'own',
      path: `/w/talker/logs/?${asked}`,
    });
    await page.getByRole('heading', { level: 1, name: 'Logs' }).waitFor();
    await context.clearCookies({ name: 'inspector_session' });
    await page.getByRole('heading', { level: 1, name: 'Log in' }).waitFor({ timeout: 15_000 });
    assert.ok(await page.getByText('Your session has ended.').isVisible());
    await page.getByLabel('User name').fill('mia');
    await page.getByLabel('Password', { exact: true }).fill('not the password');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Password', { exact: true }).fill('a good password');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('heading', { level: 1, name: 'Logs' }).waitFor();
    assert.ok(page.url().endsWith(`/w/talker/logs/?${asked}`), page.url());
    assert.equal(await page.getByRole('searchbox').inputValue(), 'name=a%20b&c#1');
    await close();
  });

  test('a note that is being written when the session ends is there again for who wrote it, and nothing is acknowledged', async () => {
    const { page, context, close } = await house.open({ session: 'none', path: '/login/?next=/w/talker/runs/' });
    const logIn = async () => {
      await page.getByLabel('User name').fill('mia');
      await page.getByLabel('Password', { exact: true }).fill('a good password');
      await page.getByRole('button', { name: 'Log in' }).click();
    };
    await logIn();
    await page.getByRole('button', { name: 'Run a command' }).first().click();
    const drawer = page.getByRole('dialog', { name: 'Run a command' });
    await drawer.locator('input[value="check"]').check();
    await drawer.getByLabel('Note').fill('before the release');
    await drawer.getByRole('checkbox').check();
    await context.clearCookies({ name: 'inspector_session' });
    await page.getByRole('heading', { level: 1, name: 'Log in' }).waitFor({ timeout: 15_000 });
    await logIn();
    await drawer.getByLabel('Note').waitFor();
    assert.equal(await drawer.getByLabel('Note').inputValue(), 'before the release');
    assert.ok(!(await drawer.getByRole('checkbox').isChecked()));
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Runs' }).waitFor();
    assert.equal(await drawer.count(), 0, 'what was closed stays closed');
    await close();
  });

  test('a run that failed is told also to who has gone to another workspace, with the name of its own', async () => {
    const { page, close } = await house.open({ path: '/w/talker/', alone: true });
    const told = async (path: string) => page.evaluate((from) => fetch(from).then((answer) => answer.json()), path);
    const [workspace] = await told('/api/workspaces/');
    const read = await told('/api/workspaces/talker/status/');
    let status = 'running';
    await page.route('**/api/workspaces/', (route) =>
      route.fulfill({ json: [workspace, { ...workspace, slug: 'other', name: 'Other' }] }),
    );
    await page.route('**/api/workspaces/*/status/', (route) => {
      const slug = route.request().url().split('/').at(-3);
      const task = { id: 70, label: 'Check project', status, progress: 10 };
      return route.fulfill({ json: { ...read, workspace: slug, tasks: slug === 'talker' ? [task] : [] } });
    });
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'talker' }).waitFor();
    await page.getByRole('link', { name: 'Check project', exact: true }).waitFor();
    status = 'failed';
    const ended = page.getByRole('status', { name: 'Runs that ended' });
    await ended.getByText('Failed').waitFor();
    await page.evaluate(() => history.pushState(null, '', '/w/other'));
    await page.getByRole('heading', { level: 1, name: 'Other' }).waitFor();
    await ended.getByRole('link', { name: 'Check project #70 talker' }).waitFor();
    await ended.getByRole('button', { name: 'Close' }).click();
    await ended.getByText('Failed').waitFor({ state: 'detached' });
    await close();
  });

  test('a CSRF cookie that another app overwrote costs the user nothing', async () => {
    const { page, context, close } = await house.open({ path: '/w/talker/' });
    await page.getByRole('heading', { level: 1, name: 'talker' }).waitFor();
    // No reading may bring a fresh cookie before the click does: none is under way, and none gets through from here on.
    await page.getByRole('region', { name: 'Scans' }).waitFor();
    await page.waitForLoadState('networkidle');
    // Nor would a scan that still goes be seen to end.
    const again = page.getByRole('button', { name: 'Scan again' });
    await again.waitFor();
    await page.route('**/api/**', (route) => (route.request().method() === 'GET' ? route.abort() : route.continue()));
    await context.addCookies([
      { name: 'csrftoken', value: 'left-by-another-app'.padEnd(64, 'x'), url: house.service.url },
    ]);
    const answers: number[] = [];
    page.on('response', (response) => {
      if (response.url().endsWith('/scans/')) answers.push(response.status());
    });
    const accepted = page.waitForResponse((response) => response.url().endsWith('/scans/') && response.ok());
    await again.click();
    await accepted;
    assert.deepEqual(answers, [403, 201]);
    await close();
  });

  test('logging out ends the session for every page of the window, and a link opens it again for all of them', async () => {
    const { page, context, close } = await house.open({ session: 'own', path: '/w/talker/' });
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await page.getByRole('heading', { level: 1, name: 'Log in' }).waitFor();
    const second = await context.newPage();
    await second.goto(`${house.service.url}/w/talker/logs/`);
    await second.getByRole('heading', { level: 1, name: 'Log in' }).waitFor();
    assert.equal(await second.getByText('Your session has ended.').count(), 0, 'it has had none');
    await page.goto(await house.service.newLink());
    await page.getByRole('heading', { level: 1, name: 'talker' }).waitFor();
    // As a browser does it when one turns to a tab again.
    await second.evaluate(() => window.dispatchEvent(new Event('focus')));
    await second.getByRole('heading', { level: 1, name: 'Logs' }).waitFor();
    await close();
  });

  test('whoever could not be logged out is told so', async () => {
    const { page, close } = await house.open({ path: '/w/talker/' });
    const refusal = { code: 'rate_limited', errors: { __all__: ['Too many requests.'] } };
    await page.route('**/logout/', (route) => route.fulfill({ status: 429, json: refusal }));
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await page.getByRole('alert').getByText('You are still logged in. Too many requests.').waitFor();
    await close();
  });

  test('where the browser does not let the page copy, the button says so', async () => {
    const { page, context } = await house.open({ alone: true });
    await page.addInitScript(() => {
      navigator.clipboard.writeText = () => Promise.reject(new DOMException('refused', 'NotAllowedError'));
    });
    await page.goto(`${house.service.url}/w/talker/`);
    await page.getByRole('button', { name: 'Copy the path' }).click();
    await page.getByRole('button', { name: 'Not copied: the browser does not allow it here' }).waitFor();
    await context.close();
  });

  test('whoever logs in on the way to the guide arrives there', async () => {
    const { page, close } = await house.open({ session: 'none', path: '/docs/' });
    await page.getByLabel('User name').fill('mia');
    await page.getByLabel('Password', { exact: true }).fill('a good password');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.waitForURL(`${house.service.url}/docs/`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    assert.match(await page.title(), /Workspace Inspector/);
    await close();
  });

  test('a viewer sees the administration and is offered nothing to change', async () => {
    const { page, close } = await house.open({
      session: 'none',
      path: '/login/?next=/admin/workspaces/',
    });
    await page.getByLabel('User name').fill('mia');
    await page.getByLabel('Password', { exact: true }).fill('a good password');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByText('You can look at these settings').waitFor();
    await page.getByRole('cell', { name: 'talker' }).first().waitFor();
    assert.equal(await page.getByRole('button', { name: 'Remove talker?' }).count(), 0);
    const sections = page.getByRole('navigation', { name: 'Administration' });
    assert.equal(await sections.getByRole('link', { name: 'Users' }).count(), 0, 'nor a page that would be refused');
    await page.goto(`${house.service.url}/admin/users/`);
    await page.getByText('Only an administrator can see the users.').waitFor();
    await close();
  });
});

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { violationsInEveryLook } from './rig/axe.ts';
import { noBrowser, type Window } from './rig/browser.ts';
import { openHouse } from './rig/house.ts';
import { copySample } from './rig/projects.ts';
import { furnish, keepOpen, type Props, pages, scenes, show, turnTo } from './rig/scenes.ts';

/** The elements that make the page or a table on it scroll sideways, if they do. */
function stickingOut(): string[] {
  const inside = (place: Element, selector: string): string[] => {
    if (place.scrollWidth <= place.clientWidth) return [];
    const { right } = place.getBoundingClientRect();
    return [...place.querySelectorAll(selector)]
      .filter((element) => element.getBoundingClientRect().right > right + 1)
      .slice(0, 5)
      .map((element) => `${element.tagName.toLowerCase()}.${element.className}`);
  };
  const tables = [...document.querySelectorAll('.panel__flush, .schema-table')];
  return [...inside(document.documentElement, 'main *'), ...tables.flatMap((table) => inside(table, 'td *, th *'))];
}

/** A page that tells its theme as the window does, with more to hold against the rules as given. */
const pageWith = (style: string, body: string): string => `<!doctype html>
  <html lang="en"><title>A page</title><style>
    p { color: #000; background: #fff }
    ${style}
  </style><script>
    const dark = matchMedia('(prefers-color-scheme: dark)');
    const tell = () => { document.documentElement.dataset.mantineColorScheme = dark.matches ? 'dark' : 'light' };
    dark.addEventListener('change', tell);
    tell();
  </script><main>${body}</main></html>`;

// Three windows at work: axe keeps one core busy, there are two, and a window that loads its page waits.
describe('accessibility: WCAG 2.2 AA in both themes at 1440, 900 and 390 px', {
  skip: noBrowser,
  concurrency: 3,
}, () => {
  let props: Props = { run: 0 };
  const house = openHouse({
    project: () => copySample(),
    furnish: async () => {
      const window = await house.open({ path: '/w/atlas/' });
      props = await furnish(window, house.service);
      await window.close();
    },
  });

  /** Windows that no test uses: axe is in them already, and has run, which halves what its first question costs. */
  const windows: Window[] = [];

  const isPage = (name: string) => pages(props).some((scene) => scene.name === name);

  for (const { name } of scenes(props)) {
    test(`no violation: ${name}`, async () => {
      const scene = scenes(props).find((each) => each.name === name);
      assert.ok(scene);
      const window = windows.pop() ?? (await house.open());
      const { page } = window;
      await page.setViewportSize({ width: 1440, height: 900 });
      await turnTo(page, scene);
      await show(page, scene);
      const wide: Record<number, string[]> = {};
      const found = await violationsInEveryLook(page, async (width) => {
        await keepOpen(page, scene);
        const culprits = isPage(name) ? await page.evaluate(stickingOut) : [];
        if (culprits.length > 0) wide[width] = culprits;
      });
      assert.deepEqual(found, {});
      assert.deepEqual(wide, {}, 'no page is wider than the window, and no table wider than its place');
      assert.deepEqual(window.faults, []);
      windows.push(window);
    });
  }

  test('what is wrong in one theme or at one width alone is found', async () => {
    const page = await house.browser.newPage();
    const foundWith = async (style: string, body: string): Promise<Record<string, string[]>> => {
      await page.setContent(pageWith(style, body));
      return violationsInEveryLook(page);
    };
    const pale = '@media (prefers-color-scheme: dark) { .pale { color: #ccc } }';
    const inDark = (list: string[]) => ({ 'dark 1440': list, 'dark 900': list, 'dark 390': list });
    assert.deepEqual(await foundWith(pale, '<p id="words" class="pale">Pale</p>'), inDark(['color-contrast: #words']));
    assert.deepEqual(
      await foundWith(
        pale,
        '<p class="pale">Behind</p><div role="dialog" aria-label="Ask"><p id="asked" class="pale">In</p></div>',
      ),
      inDark(['color-contrast: #asked']),
    );
    assert.deepEqual(
      await foundWith('@media (prefers-color-scheme: light) { img { visibility: hidden } }', '<img width="9" src="x">'),
      inDark(['image-alt: img']),
    );
    const narrow = '@media (width > 400px) { button { display: none } }';
    // Told once: in the other theme the page has the same form, and is asked for its colours only.
    assert.deepEqual(await foundWith(narrow, '<button></button>'), { 'light 390': ['button-name: button'] });
    await page.close();
  });

  test('no violation: log-in', async () => {
    const { page, close } = await house.open({ session: 'none', path: '/login/' });
    await page.getByLabel('User name').waitFor();
    assert.deepEqual(await violationsInEveryLook(page), {});
    await close();
  });

  test('no violation: pages of the phone', async () => {
    const { page, close } = await house.open({ path: '/w/atlas/', viewport: { width: 390, height: 844 } });
    await page.locator('.insights').waitFor();
    await page.getByRole('button', { name: 'Open menu' }).click();
    await page.getByRole('navigation').getByRole('link', { name: 'Logs' }).waitFor();
    assert.deepEqual(await violationsInEveryLook(page), {});
    await close();
  });
});

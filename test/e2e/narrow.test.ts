import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { noBrowser } from './rig/browser.ts';
import { heldProject, openHouse } from './rig/house.ts';
import { wordsOutOfReach } from './rig/inside.ts';
import { addWorkspace } from './rig/launch.ts';
import { copySample, longNames, makeLongNamed } from './rig/projects.ts';

const { app, model, migration } = longNames;
/** Its name, which unlike the short one in addresses has no place where a line would end. */
const folder = 'a_project_with_a_name_that_nobody_would_call_short';
const slug = folder.replaceAll('_', '-');
const phone = { width: 390, height: 844 };

/** Path, and what is there when the page is. */
const places: [string, string][] = [
  ['', '.apps__label'],
  [`schema/?look=table&model=${app}.${model}`, '.model-panel__body'],
  ['schema/?look=table', 'tbody tr'],
  ['migrations/', '.timeline__row--unmade'],
  [`migrations/?migration=${app}.${migration}`, '.migration-panel__body'],
  ['fixtures/', 'tbody tr'],
  ['logs/', '.stream__row'],
];

const unfold = (page: Page) =>
  page.locator('details').evaluateAll((all) => {
    for (const each of all) (each as HTMLDetailsElement).open = true;
  });

describe('a narrow window and long names', { skip: noBrowser }, () => {
  const house = openHouse({ project: () => makeLongNamed(folder) });
  const atlas = heldProject(() => copySample());
  let added: ReturnType<typeof addWorkspace> | undefined;
  const addAtlas = () => (added ??= addWorkspace(house.service, atlas().path));

  test('names of sixty characters stay inside 390, 900 and 1,280 px, and what is cut can be read whole', async () => {
    const { page, close } = await house.open();
    const found: Record<string, string[]> = {};
    const lookAt = async (place: string, ready: string): Promise<void> => {
      for (const width of [390, 900, 1280]) {
        await page.setViewportSize({ width, height: 900 });
        await page.locator(ready).first().waitFor();
        await unfold(page);
        const list = await wordsOutOfReach(page);
        if (list.length > 0) found[`${place} ${width}`] = list;
      }
    };
    for (const [path, ready] of places) {
      await page.goto(`${house.service.url}/w/${slug}/${path}`);
      await lookAt(path, ready);
    }
    await page.keyboard.press('Control+k');
    await lookAt('palette', '.palette__item');
    await page.goto(`${house.service.url}/admin/workspaces/`);
    await lookAt('administration', 'tbody tr');
    const edit = await page.getByRole('button', { name: `Edit ${folder}` }).boundingBox();
    assert.ok((edit?.x ?? Infinity) < 1_250, 'what can be done with it stays in sight');
    const beside = page.getByRole('cell', { name: /^Python/ }).locator('span');
    assert.ok(((await beside.boundingBox())?.height ?? Infinity) < 30, 'and what stands beside it in one line');
    assert.deepEqual(found, {});
    await close();
  });

  test('names of files and of the next migration are whole in a line that has room for them', async () => {
    await addAtlas();
    const { page, close } = await house.open({ colorScheme: 'dark' });
    const linesOf = (selector: string, name: RegExp) =>
      page.locator(selector).evaluateAll((all, pattern) => {
        const lines: Record<string, number> = {};
        for (const each of all) {
          const [whole = ''] = new RegExp(pattern).exec(each.textContent ?? '') ?? [];
          const texts = document.createTreeWalker(each, NodeFilter.SHOW_TEXT);
          const tops = new Set<number>();
          let left = each.textContent.length - whole.length;
          for (let text = texts.nextNode() as Text | null; text; text = texts.nextNode() as Text | null) {
            const range = document.createRange();
            range.selectNodeContents(text);
            range.setStart(text, Math.min(text.length, Math.max(0, left)));
            left -= text.length;
            for (const { top, width } of range.getClientRects()) if (width > 0) tops.add(top);
          }
          lines[whole] = tops.size;
        }
        return lines;
      }, name.source);
    for (const width of [900, 820, 390, 320]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`${house.service.url}/w/atlas/fixtures/`);
      await page.locator('tbody tr').first().waitFor();
      const files = await linesOf('.fixtures__file code', /[^/]+$/);
      assert.ok(Object.keys(files).length > 3);
      assert.deepEqual(new Set(Object.values(files)), new Set([1]), `${width} ${JSON.stringify(files)}`);
      await page.goto(`${house.service.url}/w/atlas/migrations/`);
      await page.locator('.timeline__row').first().waitFor();
      const next = await linesOf('.page-head__actions .cut', /\d+_\w+$/);
      assert.deepEqual(Object.values(next), [1], `${width} ${JSON.stringify(next)}`);
    }
    await close();
  });

  test('what the palette asks for is read whole on every phone', async () => {
    const { page, close } = await house.open({ path: `/w/${slug}/` });
    await page.locator('.insights').waitFor();
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 800 });
      await page.keyboard.press('Control+k');
      const field = page.getByRole('combobox', { name: 'Search and commands' });
      await field.waitFor();
      const [wanted, room] = await field.evaluate((input: HTMLInputElement) => {
        const pen = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
        const { fontSize, fontFamily } = getComputedStyle(input);
        pen.font = `${fontSize} ${fontFamily}`;
        return [pen.measureText(input.placeholder).width, input.clientWidth];
      });
      assert.ok(Number(wanted) < Number(room), `${wanted} of ${room} px at ${width} px`);
      await page.keyboard.press('Escape');
      await field.waitFor({ state: 'detached' });
    }
    await close();
  });

  test('beside the details of a migration the names of the others are whole', async () => {
    await addAtlas();
    const { page, close } = await house.open({
      path: '/w/atlas/migrations/?migration=lending.0005_one_open_loan_per_copy',
    });
    await page.locator('.migration-panel__body').waitFor();
    const cut = await page.locator('ol .timeline__name').evaluateAll((names) =>
      names.flatMap((each) => {
        const words = document.createRange();
        words.selectNodeContents(each);
        // A hair's breadth too little takes three letters away.
        const isCut = words.getBoundingClientRect().width > each.getBoundingClientRect().width + 0.05;
        return isCut ? [each.textContent] : [];
      }),
    );
    assert.deepEqual(cut, []);
    await close();
  });

  test('with text twice as large no word of the menu, of a log line or of a migration stands on another', async () => {
    const { page, close } = await house.open();
    const wordsIn = {
      'logs/': '.stream__line > :not(.stream__source), :is(span.nav-item__label, .nav-item__hint, .nav-item__mark)',
      'migrations/': '.timeline__name, .timeline__state > *',
    };
    for (const [path, words] of Object.entries(wordsIn)) {
      await page.goto(`${house.service.url}/w/${slug}/${path}`);
      await page.locator(words).first().waitFor();
      await page.addStyleTag({ content: ':root { font-size: 200% !important }' });
      const over = await page.locator(words).evaluateAll((all) => {
        const boxes = all.map((each) => {
          const range = document.createRange();
          range.selectNodeContents(each);
          return { box: range.getBoundingClientRect(), text: each.textContent };
        });
        const meets = (a: DOMRect, b: DOMRect) =>
          a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
        return boxes.flatMap((one, index) =>
          boxes.slice(index + 1).flatMap((other) => (meets(one.box, other.box) ? [[one.text, other.text]] : [])),
        );
      });
      assert.deepEqual(over, [], path);
    }
    await close();
  });

  test('on a phone the name of a migration is whole in the list', async () => {
    const { page, close } = await house.open({ path: `/w/${slug}/migrations/`, viewport: phone });
    const name = page.locator('ol .timeline__name', { hasText: migration });
    await name.waitFor();
    const [shown, whole] = await name.evaluate((each) => [each.clientHeight, each.scrollHeight]);
    assert.ok(shown !== undefined && whole !== undefined && whole <= shown + 1, `${shown} of ${whole} px are shown`);
    await close();
  });

  test('on a phone the menu has the keyboard while it is open, Escape closes it and gives it back, and where it leads the keyboard goes on', async () => {
    const { page, close } = await house.open({ path: `/w/${slug}/`, viewport: phone });
    const opener = page.getByRole('button', { name: 'Open menu' });
    const focused = page.locator(':focus');
    await opener.press('Enter');
    const closer = page.getByRole('button', { name: 'Close menu' });
    await closer.and(focused).waitFor();
    const under = '.top-bar *:focus, .shell__main *:focus, .skip:focus';
    for (let presses = 0; presses < 20; presses += 1) {
      await page.keyboard.press('Tab');
      assert.equal(await page.locator(under).count(), 0, 'what lies under the shade is not reached');
    }
    // A menu above it closes alone.
    await page.getByRole('button', { name: 'Switch workspace' }).press('Enter');
    await page.getByRole('menu').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Switch workspace' }).and(focused).press('Escape');
    await closer.waitFor({ state: 'detached' });
    await opener.and(focused).press('Enter');
    await page.getByRole('navigation').getByRole('link', { name: 'Fixtures' }).press('Enter');
    await closer.waitFor({ state: 'detached' });
    await page.locator('main').and(focused).waitFor();
    // So does the page that one is on.
    await opener.click();
    await page.getByRole('navigation').getByRole('link', { name: 'Fixtures' }).click();
    await closer.waitFor({ state: 'detached' });
    await close();
  });

  test('on a phone the folders of the wizard leave its button free', async () => {
    const { page, close } = await house.open({ path: '/add/', viewport: phone });
    await page.getByRole('combobox', { name: 'Folder' }).fill('/');
    await page.getByRole('option').first().waitFor();
    const [list, button] = [
      await page.locator('.add__folders').boundingBox(),
      await page.getByRole('button', { name: 'Look into it' }).boundingBox(),
    ];
    assert.ok(list && button && list.y + list.height <= button.y, 'the list ends above the button');
    await close();
  });

  test('on a phone a model that is asked for in the graph is seen there, not its details over it', async () => {
    const { page, close } = await house.open({ path: `/w/${slug}/schema/?model=${app}.${model}`, viewport: phone });
    const panel = page.getByRole('complementary', { name: /^Details of/ });
    await panel.getByRole('button', { name: 'Focus on this model' }).click();
    await panel.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'End focus' }).waitFor();
    assert.deepEqual(await wordsOutOfReach(page), []);
    await close();
  });

  test('a finger that begins on a model moves the picture, and leaves every model at its place', async () => {
    const touch = { hasTouch: true, isMobile: true, alone: true };
    const { page, close } = await house.open({ path: `/w/${slug}/schema/`, viewport: phone, ...touch });
    const boxes = page.locator('.react-flow__node-box');
    await boxes.first().waitFor();
    const places = () =>
      boxes.evaluateAll((all) =>
        all.map((each) => [each.getAttribute('data-id'), (each as HTMLElement).style.transform] as const),
      );
    const view = () =>
      page.locator('.react-flow__viewport').evaluate((viewport) => (viewport as HTMLElement).style.transform);
    const [placesBefore, viewBefore] = [await places(), await view()];
    const box = await boxes.first().boundingBox();
    assert.ok(box);
    const finger = await page.context().newCDPSession(page);
    const at = (by: number) => [{ x: box.x + box.width / 2 + by, y: box.y + box.height / 2 + by }];
    await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) });
    for (const by of [10, 20, 40])
      await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(by) });
    await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await page.waitForFunction(
      (before) => document.querySelector<HTMLElement>('.react-flow__viewport')?.style.transform !== before,
      viewBefore,
    );
    const moved = new Map(await places());
    for (const [id, place] of placesBefore) assert.equal(moved.get(id) ?? place, place, `${id} stays`);
    await close();
  });
});

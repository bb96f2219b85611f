/** What no page may do at any width: let words leave the window where nothing scrolls to them, cut them with no way to read them whole, or squeeze them. */
import type { Page } from 'playwright-core';

/** Each with the element and the first of its words; the graph zooms instead. */
export const wordsOutOfReach = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const scrolls = (element: Element | null): boolean =>
      element !== null && (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
    const ownWords = (element: Element): string =>
      [...element.childNodes].map((node) => (node instanceof Text ? node.data.trim() : '')).join('');
    const isSeen = (element: Element): boolean =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      element.getBoundingClientRect().width > 2 &&
      element.closest('.react-flow, .hidden-text, .skip') === null;
    const found: string[] = [];
    for (const element of document.querySelectorAll('body *')) {
      const words = ownWords(element);
      if (words === '' || !isSeen(element)) continue;
      const { left, right, top, bottom } = element.getBoundingClientRect();
      const style = getComputedStyle(element);
      const isCut = style.overflowX === 'hidden' && element.scrollWidth > element.clientWidth + 1;
      const isSqueezed = right - left < 60 && words.length > 12 && bottom - top > 200;
      const name = `${element.tagName.toLowerCase()}.${element.classList[0] ?? ''} "${words.slice(0, 40)}"`;
      if ((left < -1 || right > innerWidth + 1) && !scrolls(element)) found.push(`${name} leaves the window`);
      if (isCut && element.closest('[title], :is(a, button)[aria-label]') === null) found.push(`${name} is cut`);
      if (isSqueezed) found.push(`${name} stands letter by letter`);
    }
    const { scrollWidth } = document.documentElement;
    if (scrollWidth > innerWidth) found.push(`the page is ${scrollWidth} wide`);
    return found;
  });

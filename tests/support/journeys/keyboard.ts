// Going through a page, or through an open dialog, by the Tab key alone.
import type { Locator, Page } from '@playwright/test';
import { expect } from './journey.ts';

/** Gives every visible control of `root` its number in the document; returns their names. */
const numberControls = (root: Locator) =>
  root.evaluate((within) => {
    const radios = new Set<string>();
    const isStop = (control: HTMLElement) => {
      if (!control.checkVisibility({ visibilityProperty: true })) return false;
      if (control.closest('dialog:not([open])') || control.matches(':disabled')) return false;
      // Open panels of a wide window have nothing to press.
      if (getComputedStyle(control).pointerEvents === 'none' && control.matches('summary')) {
        return false;
      }
      // The Tab key stops once at a group of radios.
      if (!(control instanceof HTMLInputElement) || control.type !== 'radio') return true;
      const isFirst = !radios.has(control.name);
      radios.add(control.name);
      return isFirst;
    };
    const controls = within.querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea, summary',
    );
    return [...controls].filter(isStop).map((control, index) => {
      const group =
        control instanceof HTMLInputElement && control.type === 'radio'
          ? within.querySelectorAll<HTMLElement>(`[name="${control.name}"]`)
          : [control];
      for (const each of group) each.dataset['stop'] = String(index);
      return `${index} ${control.getAttribute('aria-label') ?? control.textContent}`;
    });
  });

/** Presses Tab and returns what had the focus after each press: a control's number, or words for anything else. */
async function pressTab(page: Page, times: number): Promise<string[]> {
  await page.evaluate(() => {
    const stops: string[] = [];
    Object.assign(globalThis, { stops });
    document.addEventListener('focusin', ({ target }) => {
      const { dataset, outerHTML, tagName } = target as HTMLElement;
      // What scrolls is a stop too: the arrow keys move it.
      const isScroller = ['UL', 'DIV', 'DIALOG', 'BODY'].includes(tagName);
      if (!isScroller) stops.push(dataset['stop'] ?? outerHTML.slice(0, 80));
    });
  });
  await Promise.all(Array.from({ length: times }, () => page.keyboard.press('Tab')));
  return page.evaluate(() => (globalThis as unknown as { stops: string[] }).stops);
}

/**
 * The Tab key reaches every control of `root`, in the order of the document, and nothing else.
 * @param root the page, or a dialog that keeps the focus inside
 */
async function expectTabOrder(page: Page, root: Locator, presses: (count: number) => number) {
  const names = await numberControls(root);
  const stops = await pressTab(page, presses(names.length));
  const round = stops.slice(stops.indexOf('0')).slice(0, names.length);
  expect(round.map((stop) => names[Number(stop)] ?? stop)).toEqual(names);
  return { names, stops };
}

/** The Tab key reaches every control of the page, in the order of the document. */
export async function expectPageByKeyboard(page: Page): Promise<void> {
  // A date is several stops of one control.
  const { names } = await expectTabOrder(page, page.locator('html'), (count) => count + 12);
  expect(names.length).toBeGreaterThan(10);
}

/** The focus stays in the open dialog and reaches every control of it; Escape closes it and gives the focus back. */
export async function expectDialogByKeyboard(page: Page, dialog: Locator, opener: Locator) {
  await expect(dialog).toBeVisible();
  // Twice around: the focus may begin at any control.
  const { names, stops } = await expectTabOrder(page, dialog, (count) => 2 * count + 12);
  expect(names.length).toBeGreaterThan(0);
  expect(stops.filter((stop) => names[Number(stop)] === undefined)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
}

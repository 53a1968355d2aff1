// Checks that the Tab key reaches every control of a page or of an open dialog.
import type { Locator, Page } from '@playwright/test';
import { expect, holdBack } from './journey.ts';

/** Numbers the visible controls of `root` in document order. Resolves to their names. */
const numberControls = (root: Locator) =>
  root.evaluate((within) => {
    const radios = new Set<string>();
    const isStop = (control: HTMLElement) => {
      if (!control.checkVisibility({ visibilityProperty: true })) return false;
      if (control.closest('dialog:not([open])') || control.matches(':disabled')) return false;
      // In a wide window the panels are always open, and their summaries are not controls.
      if (getComputedStyle(control).pointerEvents === 'none' && control.matches('summary')) {
        return false;
      }
      // The Tab key stops once per group of radios.
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
      return control.getAttribute('aria-label') ?? control.textContent;
    });
  });

/** Presses Tab. Resolves to what had the focus after each press: a control's number, or the name of one without. */
async function pressTab(page: Page, times: number): Promise<string[]> {
  await page.evaluate(() => {
    const stops: string[] = [];
    Object.assign(globalThis, { stops });
    document.addEventListener('focusin', ({ target }) => {
      const { dataset, ariaLabel, textContent, tagName } = target as HTMLElement;
      // Scroll containers are stops too, so that the arrow keys can move them.
      const isScroller = ['UL', 'DIV', 'DIALOG', 'BODY'].includes(tagName);
      if (!isScroller) stops.push(dataset['stop'] ?? ariaLabel ?? textContent);
    });
  });
  for (let time = 0; time < times; time += 1) await page.keyboard.press('Tab');
  return page.evaluate(() => (globalThis as unknown as { stops: string[] }).stops);
}

/**
 * Expects that the Tab key reaches every control of `root`, in document order, and nothing else.
 * @param root the page, or a dialog that traps the focus
 */
async function expectTabOrder(page: Page, root: Locator, presses: (count: number) => number) {
  const names = await numberControls(root);
  const stops = await pressTab(page, presses(names.length));
  const round = stops.slice(stops.indexOf('0')).slice(0, names.length);
  expect(round.map((stop) => names[Number(stop)] ?? stop)).toEqual(names);
  return { names, stops };
}

/** Expects what lets the Tab key reach every control of the page in document order, without pressing it. */
export async function expectControlsInOrder(page: Page): Promise<void> {
  const names = await numberControls(page.locator('html'));
  expect(names.length).toBeGreaterThan(10);
  await expect(page.locator('[tabindex]:not([tabindex="0"], [tabindex="-1"])')).toHaveCount(0);
  const lost = await page.locator('[data-stop]').evaluateAll((controls) =>
    (controls as HTMLElement[]).flatMap((control) => {
      control.focus({ preventScroll: true });
      const isReached = control === document.activeElement && control.tabIndex === 0;
      return isReached ? [] : [control.outerHTML.slice(0, 90)];
    }),
  );
  expect(lost).toEqual([]);
}

/** Expects that the Tab key reaches every control of the page, in document order. */
export async function expectPageByKeyboard(page: Page): Promise<void> {
  // Content that loads when it comes into view may add controls without a number.
  const letGo = await holdBack(page, /\/assets\/.*\.(js|css)$/);
  // A date input has several stops.
  const { names } = await expectTabOrder(page, page.locator('html'), (count) => count + 12);
  await letGo();
  expect(names.length).toBeGreaterThan(10);
}

/** Expects that the focus stays in the open dialog and reaches its controls, and that Escape returns it to the opener. */
export async function expectDialogByKeyboard(page: Page, dialog: Locator, opener: Locator) {
  await expect(dialog).toBeVisible();
  // Two rounds: the focus may start at any control.
  const { names, stops } = await expectTabOrder(page, dialog, (count) => 2 * count + 12);
  expect(names.length).toBeGreaterThan(0);
  expect(stops.filter((stop) => names[Number(stop)] === undefined)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
}

// Every control of every page: reached by the Tab key alone, and named by what it shows.
import { covers } from '#support/covers.ts';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { routes } from '../../src/storefront/routes.tsx';
import { expect, test, visit } from '#support/journeys/journey.ts';

const paths = routes.map(({ path }) => path).filter((path) => path !== '/your-orders');

/** Numbers the controls that can be seen and answers a word for each; of a group of radios one is a stop. */
const numberControls = (page: Page) =>
  page.evaluate(() => {
    const radios = new Set<string>();
    const isStop = (control: HTMLElement) => {
      if (!control.checkVisibility({ visibilityProperty: true })) return false;
      if (control.closest('dialog:not([open])') || control.matches(':disabled')) return false;
      // Open panels of a wide window have nothing to press.
      if (getComputedStyle(control).pointerEvents === 'none' && control.matches('summary')) {
        return false;
      }
      if (!(control instanceof HTMLInputElement) || control.type !== 'radio') return true;
      const isFirst = !radios.has(control.name);
      radios.add(control.name);
      return isFirst;
    };
    const controls = document.querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea, summary',
    );
    return [...controls].filter(isStop).map((control, index) => {
      const group = control instanceof HTMLInputElement && control.type === 'radio';
      const all = group
        ? document.querySelectorAll<HTMLElement>(`[name="${control.getAttribute('name')}"]`)
        : [control];
      for (const each of all) each.dataset['stop'] = String(index);
      return control.getAttribute('aria-label') ?? control.textContent ?? control.tagName;
    });
  });

/** The numbers of the controls that the Tab key comes by, from the page's beginning to its end. */
async function tabThrough(page: Page, most: number): Promise<Set<string>> {
  await page.evaluate(() => {
    const reached: string[] = [];
    Object.assign(globalThis, { reached });
    document.addEventListener('focusin', ({ target }) => {
      if (target instanceof HTMLElement) reached.push(target.dataset['stop'] ?? '');
    });
  });
  // The end of the page leads back to the browser's own bar and to its beginning.
  await Promise.all(Array.from({ length: most }, () => page.keyboard.press('Tab')));
  return new Set(
    await page.evaluate(() => (globalThis as unknown as { reached: string[] }).reached),
  );
}

for (const path of paths) {
  test(
    `${path}: the Tab key reaches every control, whose name is what it shows`,
    covers('name-1', 'name-2'),
    async ({ page }) => {
      await visit(page, path);
      const names = await numberControls(page);
      expect(names.length).toBeGreaterThan(10);
      const reached = await tabThrough(page, names.length + 12);
      expect(names.filter((_, index) => !reached.has(String(index)))).toEqual([]);

      const { violations, passes } = await new AxeBuilder({ page })
        .withRules([
          'label-content-name-mismatch',
          'button-name',
          'link-name',
          'label',
          'select-name',
        ])
        .analyze();
      const wrong = violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html }) => `${id}: ${html}`),
      );
      expect(wrong).toEqual([]);
      expect(passes.map(({ id }) => id)).toContain('link-name');
    },
  );
}

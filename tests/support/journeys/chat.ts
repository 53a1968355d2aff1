// Checks the place of the chat link.
import type { Page } from '@playwright/test';
import { expect } from './journey.ts';

/** Runs in the page. Returns the names of the buttons, fields and text links that the chat link covers. */
function coveredControls(): string[] {
  const chat = [...document.links].find(({ textContent }) => textContent === 'Chat with us')!;
  const { left, top, width, height } = chat.getBoundingClientRect();
  const steps = [0.02, 0.2, 0.4, 0.6, 0.8, 0.98];
  const names = steps.flatMap((across) =>
    steps.flatMap((down) => {
      const [x, y] = [left + across * width, top + down * height];
      const under = document.elementsFromPoint(x, y).find((each) => !chat.contains(each));
      const control = under?.closest<HTMLElement>('a, button, input, select, textarea, summary');
      // Cards may be under it: what is in an article, a link higher than a button, and the link of a whole row.
      if (!control || control.closest('article')) return [];
      if (control.matches('a') && control.offsetHeight > 64) return [];
      const isOwn = [...control.getClientRects()].some(
        (own) => x >= own.left && x <= own.right && y >= own.top && y <= own.bottom,
      );
      return isOwn ? [control.getAttribute('aria-label') ?? control.outerHTML.slice(0, 90)] : [];
    }),
  );
  return [...new Set(names)];
}

/** Expects that the chat link covers no button, field or text link of the page's first view. */
export async function expectFreeOfChat(page: Page): Promise<void> {
  const { width } = page.viewportSize()!;
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  expect(await page.evaluate(coveredControls), `under the chat link at ${width} px`).toEqual([]);
}

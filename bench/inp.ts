// Interactions on a cheap phone: how long the browser takes from a tap to the next paint.
import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { addToCart, chip } from '#support/journeys/early-taps.ts';
import { keepInCart, signIn } from '#support/journeys/shopper.ts';
import { phone } from '#support/journeys/windows.ts';
import type { RunningShop } from '#support/shop.ts';
import { open, openStage, slowProcessor } from './browser.ts';
import { middle } from './part.ts';
import type { Part, Row } from './part.ts';

/** The browser reports no interaction that is shorter. */
const SHORTEST_MS = 16;

interface Interaction {
  name: string;
  reach(page: Page, shop: RunningShop): Promise<unknown>;
  target(page: Page): Locator;
}

const product = (page: Page) => open(page, '/dairymilkgarland');
const listing = (page: Page) => open(page, '/productspage');
const interactions: readonly Interaction[] = [
  {
    name: 'menu',
    reach: (page) => open(page, '/home'),
    target: (page) => page.getByRole('button', { name: 'Open menu' }),
  },
  {
    name: 'version',
    reach: product,
    target: (page) =>
      page.locator('label').filter({ has: page.getByRole('radio', { name: 'Kids' }) }),
  },
  {
    name: 'quantity',
    reach: product,
    target: (page) => page.getByRole('button', { name: 'Increase quantity' }),
  },
  {
    name: 'coupon',
    async reach(page, shop) {
      await signIn(page, shop);
      const line = { id: '4', title: 'Fivestar Garland', selectedVersion: 'adult', quantity: 1 };
      await keepInCart(page, shop, line);
      await open(page, '/deliveryform');
      await page.getByLabel('Coupon code').fill('WELCOME10');
    },
    target: (page) => page.getByRole('button', { name: 'Apply' }),
  },
  { name: 'filter', reach: listing, target: chip },
  { name: 'Add to Cart', reach: listing, target: addToCart },
];

/** The twin: a page with only a button that changes its own text. */
const bare: Interaction = {
  name: 'a bare page',
  reach: (page) =>
    page.setContent(`<!doctype html><meta name="viewport" content="width=device-width">
      <button onclick="textContent = 'Tapped'">Tap</button>`),
  target: (page) => page.getByRole('button'),
};

interface EventTiming extends PerformanceEntry {
  interactionId: number;
}

/** Runs in the page. Records the longest event of the interactions from now on. */
function watchEvents(shortest: number): void {
  const seen = { longest: 0 };
  Object.assign(globalThis, { seen });
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries() as EventTiming[]) {
      if (interactionId > 0) seen.longest = Math.max(seen.longest, duration);
    }
  }).observe({ type: 'event', durationThreshold: shortest } as PerformanceObserverInit);
}

async function interact(page: Page, shop: RunningShop, { reach, target }: Interaction) {
  await reach(page, shop);
  await page.waitForLoadState('networkidle');
  await target(page).scrollIntoViewIfNeeded();
  await slowProcessor(page);
  await page.evaluate(watchEvents, SHORTEST_MS);
  await target(page).tap();
  const longest = () =>
    page.evaluate(() => (globalThis as unknown as { seen: { longest: number } }).seen.longest);
  // If none comes in this time, it was too short to be reported.
  await expect
    .poll(longest, { timeout: 2_000 })
    .toBeGreaterThan(0)
    .catch(() => undefined);
  return Math.max(SHORTEST_MS, await longest());
}

export const part: Part = {
  name: 'inp',
  about: `A tap to the next paint, with a quarter of the processor. What takes less than ${SHORTEST_MS} ms counts as ${SHORTEST_MS}.`,
  async run({ repeats, report }) {
    await using stage = await openStage();
    const measure = async (interaction: Interaction) => {
      const took: number[] = [];
      for (let turn = 0; turn < repeats; turn += 1) {
        took.push(await stage.visit(phone, (page) => interact(page, stage.shop, interaction)));
      }
      report(`${interaction.name}: ${took.join(', ')} ms`);
      return middle(took);
    };
    const { value: twin } = await measure(bare);
    const rows: Row[] = [];
    for (const interaction of interactions) {
      rows.push({
        what: interaction.name,
        unit: 'ms',
        ...(await measure(interaction)),
        twin,
        reach: 80,
      });
    }
    return rows;
  },
};

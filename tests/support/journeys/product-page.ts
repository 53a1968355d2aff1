// Locators and actions of a product page.
import type { Locator, Page } from '@playwright/test';
import { hydrated, expect } from './journey.ts';

/** The price times the quantity. */
export const totalPrice = (page: Page): Locator =>
  page.getByRole('status', { name: 'Total price' });

/** The gallery's row of pictures. */
export const pictures = (page: Page, name: string): Locator =>
  page.getByRole('group', { name, exact: true });

/** Expects that image `number` is selected and is the only one in the accessibility tree. */
export async function expectImage(page: Page, name: string, number: number, of: number) {
  const thumbnail = page.getByRole('button', { name: `Image ${number} of ${of}` });
  await expect(thumbnail).toHaveAttribute('aria-current', 'true');
  await expect(
    page.locator('[aria-current=true]').filter({ has: page.locator('img') }),
  ).toHaveCount(1);
  const shown = pictures(page, name).getByRole('img');
  await expect(shown).toHaveCount(1);
  // The window of a phone cuts plain ground off both sides of a wide picture.
  await expect(shown).toBeInViewport({ ratio: 0.7 });
}

/** Expects that a button is in the window, and on a phone in its lower half, within reach of the thumb. */
export async function expectInReach(button: Locator): Promise<void> {
  await expect(button).toBeInViewport({ ratio: 1 });
  const window = button.page().viewportSize()!;
  const { y, height } = (await button.boundingBox())!;
  if (window.width < 768) expect(y + height / 2).toBeGreaterThan(window.height / 2);
}

/** The item of an accordion, by its title. */
export const panel = (page: Page, title: string): Locator =>
  page.locator('details').filter({ has: page.getByRole('heading', { name: title, exact: true }) });

/** Expects that the points of a section are shown to the right of its title. */
export async function expectBesideTitle(page: Page, title: string): Promise<void> {
  const list = panel(page, title).getByRole('list');
  await expect(list).toBeVisible();
  // The panels open gradually when the window gets wider.
  await expect(async () => {
    const heading = (await page.getByRole('heading', { name: title, exact: true }).boundingBox())!;
    const points = (await list.boundingBox())!;
    expect(points.x).toBeGreaterThan(heading.x + heading.width);
    expect(points.y).toBeLessThan(heading.y + heading.height);
  }).toPass();
}

/** The questions, each with its answer. */
export const questions = (page: Page): Locator =>
  page.locator('details').filter({ has: page.locator('h3') });

/** Presses Buy Now while signed in, and waits for /deliveryform. */
export async function buyNow(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Buy Now' }).click();
  await expect(page).toHaveURL(/\/deliveryform$/);
  await hydrated(page);
  expect(await page.evaluate(() => scrollY)).toBe(0);
}

/** When the last touch ended, in seconds since 1970. */
let lastTouchEnd = 0;

/**
 * Moves one finger per path, from and to horizontal positions in CSS pixels. The events carry their own timestamps, with a
 * rest before the end, so that the page sees the same speed on a slow machine.
 */
export async function moveFingers(
  page: Page,
  ...paths: readonly (readonly [from: number, to: number])[]
): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const y = 400;
  const steps = 12;
  const [pause, rest] = [0.016, 0.2];
  const began = Math.max(Date.now() / 1000, lastTouchEnd + rest);
  for (let step = 0; step <= steps; step += 1) {
    const touchPoints = paths.map(([from, to], id) => ({
      x: from + ((to - from) * step) / steps,
      y,
      id,
    }));
    await session.send('Input.dispatchTouchEvent', {
      type: step === 0 ? 'touchStart' : 'touchMove',
      timestamp: began + step * pause,
      touchPoints,
    });
  }
  lastTouchEnd = began + steps * pause + rest;
  await session.send('Input.dispatchTouchEvent', {
    type: 'touchEnd',
    timestamp: lastTouchEnd,
    touchPoints: [],
  });
  await session.detach();
}

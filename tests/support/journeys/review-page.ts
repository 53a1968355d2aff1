// Locators and actions of the reviews on a product page.
import type { Locator, Page } from '@playwright/test';
import { photo } from '../server/review-files.ts';
import type { RunningShop } from '../shop.ts';
import { expect } from './journey.ts';
import { change } from './owner.ts';

/** A comment of more than 150 characters. */
export const LONG_COMMENT = 'Every bar was fresh, and the rosette looks even better in real life. '
  .repeat(4)
  .trim();

export const section = (page: Page): Locator =>
  page.getByRole('region', { name: 'Reviews', exact: true });
export const articles = (page: Page): Locator => section(page).getByRole('article');
export const form = (page: Page): Locator => page.getByRole('region', { name: 'Your review' });
export const field = (page: Page, name: string): Locator =>
  form(page).getByRole('textbox', { name, exact: true });
export const submitButton = (page: Page): Locator =>
  form(page).getByRole('button', { name: 'Submit Review' });
export const writeButton = (page: Page): Locator =>
  page.getByRole('button', { name: 'Write a Review' });

export async function comeToReviews(page: Page): Promise<void> {
  await section(page).scrollIntoViewIfNeeded();
}

export async function openForm(page: Page): Promise<void> {
  await writeButton(page).click();
  await expect(form(page)).toBeVisible();
}

export async function rate(page: Page, name: string): Promise<void> {
  await form(page).getByRole('radio', { name }).check();
}

/** Opens the form, and fills in what it needs. */
export async function write(page: Page, stars: string, comment: string): Promise<void> {
  await openForm(page);
  await rate(page, stars);
  await field(page, 'Comment').fill(comment);
}

/** Resolves to photographs for a file input. */
export async function photos(count: number) {
  const buffer = await photo({ width: 320, height: 240 });
  return Array.from({ length: count }, (_, index) => ({
    name: `photo ${index + 1}.jpg`,
    mimeType: 'image/jpeg',
    buffer,
  }));
}

/** Saves a review through the API route of the form. The page must be signed in. */
export async function postReview(page: Page, review: Record<string, string>): Promise<void> {
  const reply = await page.request.post('/api/reviews', { multipart: review });
  expect(reply.status(), await reply.text()).toBe(201);
}

/** Deletes the reviews of a product that earlier tests have written. */
export async function removeReviews(shop: RunningShop, productId: string): Promise<void> {
  await change(shop, async (db) => {
    await db.deleteFrom('review').where('product_id', '=', productId).execute();
    await db.deleteFrom('review_count').where('product_id', '=', productId).execute();
  });
}

// A first visit loads few files and few bytes: in a browser what the build has weighed, and little more.
import { limits } from '../../scripts/build/limits.ts';
import { firstVisit } from '#support/journeys/first-visit.ts';
import { expect, test } from '#support/journeys/journey.ts';
import { phone } from '#support/journeys/windows.ts';

test.use(phone);

/** The page itself, its fonts, its later styles and its session. */
const OTHERS = 5;

test('a first visit stays within the limits of the build @all', async ({ page }) => {
  const visit = await firstVisit(page, '/home');
  expect(visit.bytesOnLoad).toBeGreaterThan(0);
  expect(visit.bytesOnLoad).toBeLessThanOrEqual(limits.scripts);
  expect(visit.requests).toBeLessThanOrEqual(limits.files + OTHERS);
  // The largest picture of the first view and a small one; the others load when a visitor comes near.
  expect(visit.pictures).toBeLessThanOrEqual(2);
  expect(visit.sheets).toBeLessThanOrEqual(1);
  expect(visit.bytes).toBeLessThanOrEqual(limits.scripts + limits.html + 2 * limits.picture);
});

// Which pictures a product page fetches, and when.
import type { Page } from '@playwright/test';
import { expect, test, visit } from '#support/journeys/journey.ts';
import { expectImage, pictures } from '#support/journeys/product-page.ts';

const garland = 'KitKat Garland';

/** Returns the live list of the garland's pictures that the page fetches from now on, such as 'kitkat-1-hero-720'. */
function fetchedBy(page: Page): string[] {
  const fetched: string[] = [];
  page.on('request', (request) => {
    const name = /\/pictures\/.*\/(kitkat-\d-[a-z]+-\d+)\.\w+$/.exec(request.url())?.[1];
    if (name) fetched.push(name);
  });
  return fetched;
}

const isThumbnail = (name: string) => name.endsWith('-120');

/** Returns the pictures that are larger than thumbnails, such as 'kitkat-1-hero', in their order in the gallery. */
const largeOf = (fetched: readonly string[]) =>
  [...new Set(fetched.filter((name) => !isThumbnail(name)))]
    .map((name) => name.replace(/-\d+$/, ''))
    .toSorted();

test('the large pictures after the first load only when a visitor uses the gallery', async ({
  page,
}) => {
  const fetched = fetchedBy(page);
  await visit(page, '/kitkatgarland');
  // The tiles of the versions show parts of a thumbnail.
  await expect(page.getByRole('group', { name: 'Choose Version' }).locator('img')).toHaveCount(2);
  await expect.poll(() => fetched.filter(isThumbnail)).toHaveLength(4);
  expect(largeOf(fetched)).toEqual(['kitkat-1-hero']);

  await test.step('choosing a version loads its picture', async () => {
    await page.getByRole('radio', { name: 'Kids' }).check();
    await expectImage(page, garland, 3, 4);
    await expect.poll(() => largeOf(fetched)).toEqual(['kitkat-1-hero', 'kitkat-3-kids']);
  });

  await test.step('a swipe loads the others', async () => {
    await pictures(page, garland).dispatchEvent('touchstart');
    await pictures(page, garland).evaluate((row) => row.scrollBy({ left: 40 }));
    await expect.poll(() => largeOf(fetched)).toHaveLength(4);
  });
});

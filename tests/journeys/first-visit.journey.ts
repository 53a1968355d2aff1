// A first visit loads few files and few bytes. `npm run bench -- visit` prints them for more pages, at both widths.
import { firstVisit } from '#support/journeys/first-visit.ts';
import { expect, test } from '#support/journeys/journey.ts';

const KB = 1_024;
/** Requests except those for pictures, pictures, and bytes on the wire: what the pages need, and little more. */
const limits = {
  '/home': { requests: 14, pictures: 2, bytes: 165 * KB },
  '/dairymilkgarland': { requests: 14, pictures: 6, bytes: 165 * KB },
  '/cart': { requests: 13, pictures: 6, bytes: 190 * KB },
};

for (const [path, most] of Object.entries(limits)) {
  test(`a first visit to ${path} stays within its limits of requests and bytes`, async ({
    page,
  }) => {
    const visit = await firstVisit(page, path);
    expect(visit.requests).toBeLessThanOrEqual(most.requests);
    expect(visit.pictures).toBeLessThanOrEqual(most.pictures);
    expect(visit.sheets).toBeLessThanOrEqual(1);
    expect(visit.bytes).toBeLessThanOrEqual(most.bytes);
  });
}

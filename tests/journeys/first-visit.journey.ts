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

/** As many parts of a document as are tried, each ending after a part of the text. */
const PARTS = 12;
/** Parts of a line move by less while the rest of it arrives. */
const LINE_PX = 8;

/** Runs in the page. Returns the top of each element of the page and its beginning, in the order of the document. */
const readTops = () =>
  [...document.querySelectorAll('main *')].map((element) => {
    const { top, bottom, width, height } = element.getBoundingClientRect();
    const isSeen = width > 0 && height > 0 && top < innerHeight && bottom > 0;
    return { top, isSeen, name: element.outerHTML.slice(0, 80) };
  });

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });
  for (const path of [
    '/home',
    '/dairymilkgarland',
    '/weddingcombo',
    '/prod',
    '/contactus',
    '/cart',
  ]) {
    test(`what of ${path} has arrived is not pushed down by the rest @all`, async ({ page }) => {
      const whole = await (await page.request.get(path)).text();
      let sent = whole;
      await page.route(path, (route) =>
        route.fulfill({ body: sent, contentType: 'text/html; charset=utf-8' }),
      );
      const load = async (document: string) => {
        sent = document;
        await page.goto(path);
        return page.evaluate(readTops);
      };
      const complete = await load(whole);
      const main = whole.indexOf('<main');
      const ends = [...whole.slice(main).matchAll(/<\/(?:p|h1|h2|ul|picture|section)>/g)].map(
        ({ index, 0: tag }) => main + index + tag.length,
      );
      for (let part = 0; part < Math.min(PARTS, ends.length); part += 1) {
        const tops = await load(whole.slice(0, ends[part]));
        const moved = tops.filter(({ top, isSeen }, index) => {
          const then = complete[index]!;
          return isSeen && then.isSeen && Math.abs(then.top - top) > LINE_PX;
        });
        const gone = tops.filter(({ isSeen }, index) => isSeen && !complete[index]!.isSeen);
        expect([...moved, ...gone].map(({ name }) => name)).toEqual([]);
      }
    });
  }
});

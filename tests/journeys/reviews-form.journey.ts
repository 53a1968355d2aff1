// The review form: its fields, its errors, and the thanks after submitting.
import { covers } from '#support/covers.ts';
import { svg } from '#support/server/review-files.ts';
import {
  expect,
  expectAccessibleInStoppedTime,
  expectFit,
  holdBack,
  test,
  visit,
  visitInStoppedTime,
  expectTroubles,
} from '#support/journeys/journey.ts';
import {
  form,
  openForm,
  photos,
  rate,
  removeReviews,
  writeButton,
} from '#support/journeys/review-page.ts';
import { signIn } from '#support/journeys/shopper.ts';
import { desktop } from '#support/journeys/windows.ts';

test(
  'the thanks are shown for 2000 ms, then the form closes and its button returns',
  covers('transition-30', 'transition-31', 'constant-35', 'state-9'),
  async ({ page, shop }) => {
    await signIn(page, shop);
    await visitInStoppedTime(page, '/dairymilkgarland');
    await openForm(page);
    await rate(page, '5 stars');
    await form(page).getByRole('textbox', { name: 'Comment' }).fill('Gone in an evening');
    await form(page).getByRole('button', { name: 'Submit Review' }).click();
    const thanks = page.getByText('Thank you for your review!');
    await expect(thanks).toBeVisible();
    await expect(form(page).getByRole('button', { name: 'Submit Review' })).toBeHidden();
    await page.clock.runFor(1999);
    await expect(thanks).toBeVisible();
    await expect(writeButton(page)).toBeHidden();
    await page.clock.runFor(1);
    await expect(form(page)).toBeHidden();
    await expect(writeButton(page)).toBeVisible();
    // The focus stays where the form was, however slowly the page is drawn.
    await expect(writeButton(page)).toBeFocused();

    await openForm(page);
    await rate(page, '4 stars');
    await form(page).getByRole('textbox', { name: 'Comment' }).fill('Gone in a morning');
    await form(page).getByRole('button', { name: 'Submit Review' }).click();
    await expect(thanks).toBeVisible();
    await expectAccessibleInStoppedTime(page);
    await expect(thanks).toBeVisible();
  },
);

test(
  'the form has its fields, can be closed with the X and reopened, and shows every message at its field',
  covers(
    'transition-30',
    'transition-32',
    'rule-27',
    'rule-28',
    'rule-29',
    'rule-31',
    'rule-32',
    'call-22',
    'error-6',
    'name-24',
    'name-25',
    'name-26',
    'state-9',
  ),
  async ({ page, shop, troubles }) => {
    const shopper = await signIn(page, shop);
    await visit(page, '/dairymilkgarland');
    await openForm(page);
    const [name, comment, pictures, submit] = [
      form(page).getByRole('textbox', { name: 'Name' }),
      form(page).getByRole('textbox', { name: 'Comment' }),
      form(page).getByLabel('Photos'),
      form(page).getByRole('button', { name: 'Submit Review' }),
    ];

    await test.step('its fields, closed and reopened', async () => {
      await expect(writeButton(page)).toBeHidden();
      const stars = form(page).getByRole('radiogroup', { name: 'Rating' }).getByRole('radio');
      await expect(stars).toHaveCount(5);
      for (const star of ['1 star', '2 stars', '3 stars', '4 stars', '5 stars']) {
        await expect(form(page).getByRole('radio', { name: star, exact: true })).toHaveCount(1);
      }
      for (const field of ['Name', 'Email', 'Title', 'Comment']) {
        await expect(form(page).getByRole('textbox', { name: field, exact: true })).toBeVisible();
      }
      await expect(form(page).getByRole('textbox', { name: 'Email' })).toHaveValue(shopper.email);
      await expect(pictures).toHaveAccessibleDescription(/^PNG, JPG, JPEG\./);
      await expectFit(page, 'main form');
      await form(page).getByRole('button', { name: 'Close review form' }).click();
      await expect(form(page)).toBeHidden();
      await openForm(page);
    });

    await test.step('nothing filled in', async () => {
      await name.fill('  ');
      await submit.click();
      const rating = form(page).getByRole('radiogroup', { name: 'Rating' });
      await expect(rating).toHaveAttribute('aria-invalid', 'true');
      await expect(rating).toHaveAccessibleDescription('Please select a rating');
      await expect(form(page).getByRole('radio', { name: '1 star' })).toBeFocused();
      await expect(name).toHaveAccessibleDescription('Name is required');
      await expect(comment).toHaveAttribute('aria-invalid', 'true');
      await expect(comment).toHaveAccessibleDescription('Please enter a review comment');
      await expectFit(page, 'main form');
      await page.keyboard.press('ArrowRight');
      await expect(form(page).getByRole('radio', { name: '2 stars' })).toBeChecked();
      await expect(rating).not.toHaveAttribute('aria-invalid');
      await name.fill('Ravi');
      await comment.fill('Good');
      await expect(comment).not.toHaveAttribute('aria-invalid');
    });

    await test.step('too many pictures, or files that are not pictures', async () => {
      await pictures.setInputFiles(await photos(6));
      await expect(pictures).toHaveAccessibleDescription('You can upload a maximum of 5 images');
      await submit.click();
      await expect(pictures).toBeFocused();
      await pictures.setInputFiles(await photos(2));
      await expect(form(page).getByText('2 of 5')).toBeVisible();
      await expect(pictures).not.toHaveAttribute('aria-invalid');
      await pictures.setInputFiles(await photos(4));
      await expect(pictures).toHaveAccessibleDescription('You can upload a maximum of 5 images');
      await form(page).getByRole('button', { name: 'Remove photo 1.jpg' }).click();
      await expect(form(page).getByText('1 of 5')).toBeVisible();
      await pictures.setInputFiles({
        name: 'notes.pdf',
        mimeType: 'application/pdf',
        buffer: Buffer.from('%PDF'),
      });
      await expect(pictures).toHaveAccessibleDescription(/PNG, JPG or JPEG/);
      await form(page).getByRole('button', { name: 'Remove photo 2.jpg' }).click();
      await expect(form(page).getByText('0 of 5')).toBeVisible();
    });

    const failure = form(page)
      .getByRole('alert')
      .filter({ hasText: 'Failed to submit review. Please try again.' });

    await test.step('a file that the server finds is not a picture', async () => {
      await pictures.setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: svg });
      await submit.click();
      await expect(failure).toBeVisible();
      await expect(pictures).toHaveAccessibleDescription(/PNG, JPG or JPEG/);
      await expect(pictures).toBeFocused();
      await form(page).getByRole('button', { name: 'Remove photo.png' }).click();
    });

    await test.step('no connection, and a session that has ended', async () => {
      await page.route('**/reviews', (route) => route.abort());
      await submit.click();
      await expect(failure).toContainText(/connection/);
      await page.unroute('**/reviews');
      const cookies = await page.context().cookies();
      await page.context().clearCookies();
      await submit.click();
      await expect(failure.getByRole('link', { name: 'Log in' })).toBeVisible();
      await expectFit(page, 'main form');
      await page.context().addCookies(cookies);
    });

    await test.step('sent; the next form is empty', async () => {
      const letGo = await holdBack(page, '**/reviews');
      await submit.click();
      const sending = form(page).getByRole('button', { name: 'Submitting...' });
      await expect(sending).toHaveAttribute('aria-busy', 'true');
      letGo();
      await openForm(page);
      await expect(comment).toHaveValue('');
    });
    await expectTroubles(troubles, 'Failed to save review', '400', '401', 'ERR_FAILED');
  },
);

test.describe('on a desktop', () => {
  test.use(desktop);

  test('the heading stays where it is when the form opens', async ({ page, shop }) => {
    await removeReviews(shop, '3');
    await signIn(page, shop);
    await visit(page, '/dairymilkgarland');
    await writeButton(page).scrollIntoViewIfNeeded();
    const heading = page.getByRole('heading', { name: 'Reviews', exact: true });
    const top = () => heading.evaluate((h2) => h2.getBoundingClientRect().top + scrollY);
    await expect(page.getByText('Be the first to leave a review!')).toBeVisible();
    const before = await top();
    await openForm(page);
    expect(await top()).toBe(before);
  });
});

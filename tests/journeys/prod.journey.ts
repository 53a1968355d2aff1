// /prod: pictures that change automatically (home-motion.journey.ts shows what else holds slides), its own discount codes
// and their order, and reviews that stay on the page.
import { expect, expectFit, test, visit, visitInStoppedTime } from '#support/journeys/journey.ts';
import { buyNow, expectImage, pictures, totalPrice } from '#support/journeys/product-page.ts';
import { signIn } from '#support/journeys/shopper.ts';
import { phone, withMotion } from '#support/journeys/windows.ts';
import { png } from '#support/server/review-files.ts';

test.use(phone);

const name = 'Dairy Milk Garland';
const SECONDS_5 = 5000;

test.describe('with motion', () => {
  test.use(withMotion);

  test('the slides change every 5000 ms and wrap around; they pause on focus, on request and after a tap @all [prod-1,3 constant-40 name-12]', async ({
    page,
  }) => {
    await visitInStoppedTime(page, '/prod');
    const image = (number: number) => page.getByRole('button', { name: `Image ${number} of 4` });
    const expectHeld = async (number: number) => {
      await page.clock.runFor(3 * SECONDS_5);
      await expectImage(page, name, number, 4);
    };
    await image(3).press('Enter');
    await expectHeld(3);
    // The interval restarts when the focus leaves.
    await pictures(page, name).focus();
    await pictures(page, name).blur();
    await page.clock.runFor(SECONDS_5 - 1);
    await expectImage(page, name, 3, 4);
    await page.clock.runFor(1);
    await expectImage(page, name, 4, 4);
    await page.clock.runFor(SECONDS_5);
    await expectImage(page, name, 1, 4);

    const pause = page.getByRole('button', { name: 'Pause slides' });
    await pause.press('Enter');
    await expect(pause).toHaveAttribute('aria-pressed', 'true');
    await pause.blur();
    await expectHeld(1);
    await pause.press('Enter');
    await expect(pause).toHaveAttribute('aria-pressed', 'false');

    await page.getByRole('button', { name: 'Next image' }).tap();
    await expectHeld(2);
    await expect(pause).toHaveAttribute('aria-pressed', 'true');
  });
});

test('a discount code applies once per version, and at the checkout [prod-6,11 transition-25,26 rule-19..21 name-42,43]', async ({
  page,
  shop,
}) => {
  await signIn(page, shop);
  await visit(page, '/prod');
  const main = page.getByRole('main');
  const code = page.getByLabel('Discount code');
  const apply = page.getByRole('button', { name: 'Apply' });
  await apply.click();
  await expect(code).toHaveAccessibleDescription('Please enter a discount code.');
  await expect(code).toHaveAttribute('aria-invalid', 'true');
  await expect(code).toBeFocused();
  await code.fill('WELCOME10');
  await expect(code).not.toHaveAttribute('aria-invalid');
  await code.press('Enter');
  await expect(code).toHaveAccessibleDescription('Invalid discount code.');
  await expect(totalPrice(page)).toHaveText('₹300');

  await code.fill('chocolate20');
  await apply.click();
  const success = page.getByRole('status').filter({ hasText: 'Success!' });
  await expect(success).toHaveText('Success! You saved ₹60.');
  await expect(totalPrice(page)).toHaveText('₹240');
  const [adult, kid] = [
    page.getByRole('radio', { name: 'Adult' }),
    page.getByRole('radio', { name: 'Kid' }),
  ];
  // Both without the code, which counts for whichever it is applied to.
  await expect(adult).toHaveAccessibleDescription(/₹300/);
  await expect(kid).toHaveAccessibleDescription(/₹250/);
  await expect(code, 'the code stays in its field').toHaveValue('chocolate20');
  await apply.click();
  await expect(code).toHaveAccessibleDescription('Discount code already applied.');
  await expectFit(page, 'main');
  await code.fill('');
  await apply.click();
  await expect(code).toHaveAccessibleDescription('Please enter a discount code.');
  await expect(totalPrice(page)).toHaveText('₹240');

  await kid.check({ force: true });
  await expect(totalPrice(page)).toHaveText('₹250');
  await expect(adult).toHaveAccessibleDescription(/₹300/);
  await expect(main.locator('s').first()).toHaveText('was ₹350');
  await expect(main.getByText('Discount code already applied.')).toHaveCount(0);
  await expect(success).toHaveCount(0);
  await expect(code).not.toHaveAttribute('aria-invalid');
  await code.fill('GIFT25');
  await apply.click();
  await expect(success).toHaveText('Success! You saved ₹63.');
  await expect(totalPrice(page)).toHaveText('₹187.50');
  await page.getByRole('button', { name: 'Increase quantity' }).click();
  await expect(success).toHaveText('Success! You saved ₹125.');
  await expect(totalPrice(page)).toHaveText('₹375');

  await buyNow(page);
  await expect(page.getByRole('region', { name: 'Your items' })).toContainText('Kid');
  const summary = page.getByRole('region', { name: 'Order Summary' });
  await expect(summary).toContainText('GIFT25 (25% off)');
  await expect(page.getByRole('button', { name: 'Place Order (₹375.00)' })).toBeVisible();
});

test('the review form reports what is missing, and shows the review until the page is reloaded @all [prod-8,9 rule-23..26 name-44 state-11]', async ({
  page,
}) => {
  await visit(page, '/prod');
  const form = page.getByRole('form', { name: 'Your review' });
  const reviews = page.getByRole('region', { name: 'Reviews' }).getByRole('article');
  const submit = form.getByRole('button', { name: 'Submit Review' });
  await expect(reviews).toHaveCount(3);
  await expect(page.getByText(/^These are sample reviews/)).toBeVisible();

  const [writer, comment] = [form.getByLabel('Name'), form.getByLabel('Comment')];
  await submit.click();
  await expect(writer).toHaveAccessibleDescription('Please enter your name and comment.');
  await expect(writer).toBeFocused();
  await expectFit(page, 'main form');
  await writer.fill('Meenakshi');
  await comment.fill('The whole stage smelt of chocolate.');
  await submit.click();
  await expect(form.getByText('Please provide a rating between 1 and 5.')).toBeVisible();
  await expect(form.getByRole('radio', { name: '1 star' })).toBeFocused();
  await form.getByRole('radio', { name: '4 stars' }).check({ force: true });
  await expect(form.getByText('Please provide a rating between 1 and 5.')).toHaveCount(0);

  const picture = form.getByLabel('Picture');
  const remove = form.getByRole('button', { name: 'Remove picture' });
  // Submitted before the browser has found that the file is not a picture.
  await form.evaluate(async (element: HTMLFormElement) => {
    const input = element.elements.namedItem('picture') as HTMLInputElement;
    const chosen = new DataTransfer();
    chosen.items.add(new File(['no picture at all'], 'liar.png', { type: 'image/png' }));
    input.files = chosen.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
    await Promise.resolve();
    element.requestSubmit();
  });
  await expect(picture).toHaveAccessibleDescription('Please choose an image file.');
  await expect(picture).toBeFocused();
  await expect(reviews).toHaveCount(3);
  await remove.click();
  await expect(picture).toHaveValue('');
  await expect(picture).toHaveAccessibleDescription('');
  // Without a type, as from some phones: the browser finds that it is a picture.
  await picture.setInputFiles({ name: 'stage', mimeType: '', buffer: await png() });
  await expect(form.getByRole('img', { name: 'Preview of stage' })).toBeVisible();

  await submit.click();
  await expect(form.getByText('Thank you for your review!')).toBeVisible();
  await expect(reviews).toHaveCount(4);
  const own = reviews.first();
  await expect(own).toContainText('Meenakshi');
  await expect(own).toContainText('The whole stage smelt of chocolate.');
  await expect(own.getByRole('img', { name: '4 out of 5 stars' })).toBeVisible();
  await expect(own.getByRole('img', { name: 'Picture by Meenakshi' })).toBeVisible();
  await expect(own.getByText('Yours')).toBeVisible();
  await expect(writer).toHaveValue('');
  await expect(comment).toHaveValue('');
  await expect(picture).toHaveValue('');
  await expect(form.getByRole('radio', { name: '4 stars' })).not.toBeChecked();
  await expectFit(page, 'main');

  await visit(page, '/prod');
  await expect(reviews).toHaveCount(3);
});

// The reviews of /prod: samples that are marked as such, and a form whose review is only kept on the page.
import { covers } from '#support/covers.ts';
import { expect, expectFit, test, visit } from '#support/journeys/journey.ts';

/** A single red pixel. */
const point = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

test(
  'the review form reports what is missing, and shows the review until the page is reloaded',
  covers('prod-8', 'prod-9', 'rule-23', 'rule-24', 'rule-25', 'rule-26', 'name-44', 'state-11'),
  async ({ page }) => {
    await visit(page, '/prod');
    const form = page.getByRole('form', { name: 'Your review' });
    const reviews = page.getByRole('region', { name: 'Reviews' }).getByRole('article');
    const submit = form.getByRole('button', { name: 'Submit Review' });
    await expect(reviews).toHaveCount(3);
    await expect(reviews.getByText('Sample', { exact: true })).toHaveCount(3);

    const [writer, comment] = [form.getByLabel('Name'), form.getByLabel('Comment')];
    await submit.click();
    await expect(writer).toHaveAccessibleDescription('Please enter your name and comment.');
    await expect(writer).toBeFocused();
    await expectFit(page, 'main form');
    await writer.fill('Meenakshi');
    await comment.fill('   ');
    await submit.click();
    await expect(comment).toHaveAccessibleDescription('Please enter your name and comment.');
    await comment.fill('The whole stage smelt of chocolate.');
    await submit.click();
    await expect(form.getByText('Please provide a rating between 1 and 5.')).toBeVisible();
    await expect(form.getByRole('radio', { name: '1 star' })).toBeFocused();
    await form.getByRole('radio', { name: '4 stars' }).check({ force: true });
    await expect(form.getByText('Please provide a rating between 1 and 5.')).toHaveCount(0);

    const picture = form.getByLabel('Picture');
    const file = (fileName: string, mimeType: string, buffer = point) =>
      picture.setInputFiles({ name: fileName, mimeType, buffer });
    await file('list.pdf', 'application/pdf');
    await expect(picture).toHaveAccessibleDescription('Please choose an image file.');
    await submit.click();
    await expect(picture).toBeFocused();
    const remove = form.getByRole('button', { name: 'Remove picture' });
    await remove.click();
    await expect(picture).toHaveValue('');
    await expect(picture).toHaveAccessibleDescription('');
    await file('liar.png', 'image/png', Buffer.from('no picture at all'));
    await expect(picture).toHaveAccessibleDescription('Please choose an image file.');
    await remove.click();
    await expect(picture).toHaveAccessibleDescription('');
    await writer.focus();
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
    await file('stage.png', 'image/png');
    await expect(form.getByRole('img', { name: 'Preview of stage.png' })).toBeVisible();

    await submit.click();
    await expect(form.getByText('Thank you for your review!')).toBeVisible();
    await expect(reviews).toHaveCount(4);
    const own = reviews.first();
    await expect(own).toContainText('Meenakshi');
    await expect(own).toContainText('The whole stage smelt of chocolate.');
    await expect(own.getByRole('img', { name: '4 out of 5 stars' })).toBeVisible();
    await expect(own.getByRole('img', { name: 'Picture by Meenakshi' })).toBeVisible();
    await expect(own.getByText('Sample')).toHaveCount(0);
    await expect(writer).toHaveValue('');
    await expect(comment).toHaveValue('');
    await expect(picture).toHaveValue('');
    await expect(form.getByRole('radio', { name: '4 stars' })).not.toBeChecked();
    await expectFit(page, 'main');

    await visit(page, '/prod');
    await expect(reviews).toHaveCount(3);
  },
);

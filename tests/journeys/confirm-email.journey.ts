// Confirming the e-mail of a new account with a link, and links that are no longer valid.
import { submitButton } from '#support/journeys/account-page.ts';
import {
  hydrated,
  expect,
  expectFit,
  test,
  visit,
  expectTroubles,
} from '#support/journeys/journey.ts';
import { confirmationLink } from '#support/journeys/letters.ts';
import { expectStill, noteShifts } from '#support/journeys/shifts.ts';
import { logIn, newShopper, signUp } from '#support/journeys/shopper.ts';

test('a new account confirms its e-mail once and requests another link', async ({
  page,
  shop,
  troubles,
}) => {
  const shopper = newShopper();
  await visit(page, '/signup');
  await signUp(page, shopper);
  const link = await confirmationLink(shop, shopper.email);
  const token = new URL(link).hash.slice(1);
  const isConfirmed = async () => {
    const reply = await page.request.get('/api/auth/get-session');
    return ((await reply.json()) as { user: { emailVerified: boolean } }).user.emailVerified;
  };
  await logIn(page, shopper);
  await expect(page).toHaveURL(/\/home$/);

  await test.step('the token disappears from the address bar, and opening the link confirms nothing', async () => {
    await visit(page, link);
    await expect(page).toHaveURL(`${shop.origin}/confirm-email`);
    await page.reload();
    await hydrated(page);
    await expectFit(page);
    expect(await isConfirmed()).toBe(false);
  });

  await test.step('one tap confirms the e-mail', async () => {
    await submitButton(page, 'Confirm my e-mail').click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your e-mail is confirmed');
    expect(await isConfirmed()).toBe(true);
    await expectFit(page);
  });

  await test.step('a used link shows an error and offers a new link', async () => {
    await visit(page, '/home');
    await visit(page, link);
    await submitButton(page, 'Confirm my e-mail').click();
    await expect(page.getByRole('alert')).toContainText('This link no longer works');
    await expectTroubles(troubles, '400');
    await expectFit(page);
    await submitButton(page, 'Send a new link').click();
    await expect(
      page.getByText(`An e-mail with a link is on its way to ${shopper.email}`),
    ).toBeVisible();
  });

  await test.step('a signed-out visitor is sent to the login and back', async () => {
    await page.context().clearCookies();
    await noteShifts(page);
    await visit(page, '/confirm-email');
    await expect(page.getByRole('alert')).toContainText('This link is incomplete');
    await expectStill(page, 0.0001);
    await expect(page.getByText('Then our e-mails can include')).toBeHidden();
    await page.getByRole('link', { name: 'Log in to ask for a new link' }).click();
    await logIn(page, shopper);
    await expect(page).toHaveURL(/\/confirm-email$/);
    await expect(submitButton(page, 'Send a new link')).toBeVisible();
  });
  expect(shop.log()).not.toContain(token);
});

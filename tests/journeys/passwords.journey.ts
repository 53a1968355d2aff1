// The links in e-mails: a new password for a forgotten one, and the confirmation of a new account's e-mail.
import type { Page } from '@playwright/test';
import { logInOn, sessionOn } from '#support/journeys/accounts.ts';
import { expect, expectFit, holdBack, reload, test, visit } from '#support/journeys/journey.ts';
import { emailedLink } from '#support/journeys/letters.ts';
import { expectStill, noteShifts } from '#support/journeys/shifts.ts';
import {
  LOGIN_FAILED,
  COMMON_PASSWORD,
  submitButton,
  logIn,
  newAccount,
  newShopper,
} from '#support/journeys/shopper.ts';

async function setPassword(page: Page, password: string, again = password): Promise<void> {
  await page.getByLabel('New Password').fill(password);
  await page.getByLabel('Confirm Password').fill(again);
  await submitButton(page, 'Set new password').click();
}

test('after a failed login the shopper gets a link to a new password, which ends every session @data [login-8 state-15]', async ({
  page,
  shop,
  allow,
  elsewhere,
}) => {
  allow(/status of 40[01]/);
  const shopper = await newAccount(shop);
  await logInOn(elsewhere, shopper);
  await visit(page, '/login');
  await logIn(page, { ...shopper, password: 'not-the-one-42' });
  await expect(page.getByText(LOGIN_FAILED, { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'set a new one' }).click();
  await expect(page).toHaveURL(/\/forgot-password$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Forgot your password?');
  await expect(page.getByLabel('Email')).toHaveValue(shopper.email);
  const letGo = await holdBack(page, '**/api/auth/request-password-reset');
  await submitButton(page, 'Send the link').click();
  await expect(submitButton(page, 'Processing...')).toHaveAttribute('aria-busy', 'true');
  await letGo();
  await expect(page.getByRole('main').getByRole('status')).toContainText(
    `If ${shopper.email} has an account`,
  );
  await expect(submitButton(page, 'Send again')).toBeVisible();
  await expectFit(page);
  const link = await emailedLink(shop, shopper.email, 'reset-password');
  const token = new URL(link).hash.slice(1);
  await test.step('the link opens the form, which survives a reload', async () => {
    await visit(page, link);
    await expect(page).toHaveURL(`${shop.origin}/reset-password`);
    // The token is no longer in the address, and a reload does not lose it.
    await reload(page);
  });

  await test.step('a weak password, or one that does not match, is refused', async () => {
    await setPassword(page, '123456');
    await expect(page.getByLabel('New Password')).toHaveAccessibleDescription(COMMON_PASSWORD);
    await expect(page.getByLabel('New Password')).toBeFocused();
    await expectFit(page);
    await setPassword(page, 'papaya-lassi-42', 'papaya-lassi-24');
    await expect(page.getByLabel('Confirm Password')).toHaveAccessibleDescription(
      'Passwords do not match',
    );
  });

  await test.step('a good password is set, and ends every session', async () => {
    await setPassword(page, 'papaya-lassi-42');
    await expect(page).toHaveURL(/\/login$/);
    const done = 'Your new password is set. Please log in with it.';
    await expect(page.getByText(done)).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue(shopper.email);
    expect(await sessionOn(elsewhere)).toBeNull();
  });

  await test.step('only the new password works', async () => {
    expect((await logInOn(page.request, shopper)).status()).toBe(401);
    await logIn(page, { ...shopper, password: 'papaya-lassi-42' });
    await expect(page).toHaveURL(/\/home$/);
    expect(shop.log()).not.toContain(token);
  });

  await test.step('a used link shows an error and leads to a new one', async () => {
    await visit(page, link);
    await setPassword(page, 'guava-lassi-42');
    await expect(page.getByRole('alert')).toContainText('This link no longer works');
    await expect(page.getByRole('heading')).toHaveText('This link no longer works');
    await expectFit(page);
    await page.getByRole('link', { name: 'Ask for a new link' }).click();
    await expect(page).toHaveURL(/\/forgot-password$/);
  });
});

test('a link without its token and a missing connection show a message @all', async ({
  page,
  allow,
}) => {
  allow(/request-password-reset/);
  await noteShifts(page);
  await visit(page, '/reset-password');
  await expect(page.getByRole('alert')).toContainText('This link is incomplete');
  await expectStill(page, 0.0001);
  await expectFit(page);
  await expect(page.getByText('You will be logged out everywhere else.')).toBeHidden();
  await page.getByRole('link', { name: 'Ask for a new link' }).click();
  await submitButton(page, 'Send the link').click();
  const email = page.getByLabel('Email');
  await expect(email).toHaveAccessibleDescription('Enter a valid email address');
  await email.fill('nobody.at.all@example.com');
  await page.route('**/api/auth/request-password-reset', (route) => route.abort());
  await submitButton(page, 'Send the link').click();
  await expect(page.getByRole('alert')).toContainText('Please check your connection');
  await expectFit(page);
});

test('a new account confirms its e-mail once and requests another link', async ({
  page,
  shop,
  allow,
}) => {
  allow(/status of 400/);
  const shopper = newShopper();
  await page.request.post('/api/auth/sign-up/email', { data: shopper });
  const link = await emailedLink(shop, shopper.email, 'confirm-email');
  const token = new URL(link).hash.slice(1);
  const expectConfirmed = async (emailVerified: boolean) =>
    expect(await sessionOn(page.request)).toMatchObject({ user: { emailVerified } });
  await logInOn(page.request, shopper);

  await test.step('the token disappears from the address bar, and opening the link confirms nothing', async () => {
    await visit(page, link);
    await expect(page).toHaveURL(`${shop.origin}/confirm-email`);
    await reload(page);
    await expectFit(page);
    await expectConfirmed(false);
  });

  await test.step('one tap confirms the e-mail', async () => {
    await submitButton(page, 'Confirm my e-mail').click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your e-mail is confirmed');
    await expectConfirmed(true);
    await expectFit(page);
  });

  await test.step('a used link shows an error and offers a new link', async () => {
    await visit(page, '/home');
    await visit(page, link);
    await submitButton(page, 'Confirm my e-mail').click();
    await expect(page.getByRole('alert')).toContainText('This link no longer works');
    await expectFit(page);
    await submitButton(page, 'Send a new link').click();
    const news = `An e-mail with a link is on its way to ${shopper.email}`;
    await expect(page.getByText(news)).toBeVisible();
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

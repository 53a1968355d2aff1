// The account page: changing the profile and the password, logging out devices or everywhere, deleting the account.
import type { Page } from '@playwright/test';
import { logInOn, sessionOn } from '#support/journeys/accounts.ts';
import { expect, expectFit, test, visit } from '#support/journeys/journey.ts';
import { logIn, newAccount } from '#support/journeys/shopper.ts';

const WRONG = 'This is not the password of your account. Please type it again.';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const news = (page: Page) => page.getByRole('main').getByRole('status');

test('the account page changes the name and logs out devices', async ({
  page,
  shop,
  allow,
  elsewhere,
}) => {
  allow(/update-user/, /list-sessions/, /status of 401/);
  const shopper = await newAccount(shop);
  await logInOn(elsewhere, shopper);

  await test.step('it opens from the orders, and only when signed in', async () => {
    await visit(page, '/account');
    await expect(page).toHaveURL(/\/login$/);
    await logIn(page, shopper);
    await expect(page).toHaveURL(/\/account$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your account');
    await expect(page.getByLabel('Email')).toHaveValue(shopper.email);
    await expectFit(page);
    await page.getByRole('main').getByRole('link', { name: 'Your orders' }).click();
    await expect(page).toHaveURL(/\/your-orders$/);
    await page.getByRole('link', { name: 'Your account' }).click();
    await expect(page).toHaveURL(/\/account$/);
  });

  await test.step('a name is validated, kept when saving fails, and saved', async () => {
    const name = page.getByLabel('Name', { exact: true });
    await name.fill('  ');
    await button(page, 'Save').click();
    await expect(name).toHaveAccessibleDescription('Name is required');
    await expect(name).toBeFocused();
    await name.fill('Kavya Nair');
    await page.route('**/api/auth/update-user', (route) => route.abort());
    await button(page, 'Save').click();
    await expect(page.getByRole('alert')).toContainText('Please check your connection');
    await expect(name).toHaveValue('Kavya Nair');
    await page.unroute('**/api/auth/update-user');
    await button(page, 'Save').click();
    await expect(news(page).filter({ hasText: 'Your name is saved.' })).toBeVisible();
    expect(await sessionOn(page.request)).toMatchObject({ user: { name: 'Kavya Nair' } });
  });

  await test.step('logging out another device takes the password', async () => {
    await page.route('**/api/auth/list-sessions', (route) => route.abort());
    await page.reload();
    await expect(page.getByRole('alert')).toHaveText(
      'Your devices could not be loaded. Please check your connection and try again.',
    );
    await page.unroute('**/api/auth/list-sessions');
    await button(page, 'Try again').click();
    await expect(page.getByText('This device')).toBeVisible();
    await expect(page.getByText('Last used today')).toHaveCount(2);
    await button(page, 'Log out Chrome on Android').click();
    const dialog = page.getByRole('dialog', { name: 'Log out Chrome on Android?' });
    await expectFit(page);
    await dialog.getByLabel('Password').fill('not-the-one-42');
    await dialog.getByRole('button', { name: 'Log out' }).click();
    await expect(dialog.getByLabel('Password')).toHaveAccessibleDescription(WRONG);
    expect(await sessionOn(elsewhere)).toMatchObject({ user: { email: shopper.email } });
    await dialog.getByLabel('Password').fill(shopper.password);
    await dialog.getByRole('button', { name: 'Log out' }).click();
    await expect(news(page).filter({ hasText: 'Chrome on Android is logged out.' })).toBeVisible();
    await expect(page.getByText('Last used today')).toHaveCount(1);
    // Its button, which had the focus, is gone.
    await expect(page.getByRole('list').filter({ hasText: 'This device' })).toBeFocused();
    expect(await sessionOn(elsewhere)).toBeNull();
  });
});

test('the account page changes the password and deletes the account @data', async ({
  page,
  shopper,
  allow,
  elsewhere,
}) => {
  allow(/status of 401/);
  await logInOn(elsewhere, shopper);
  await visit(page, '/account');

  const [current, chosen] = [page.getByLabel('Current password'), page.getByLabel('New password')];
  const password = 'papaya-lassi-42';
  await test.step('changing the password takes the current one', async () => {
    await current.fill('not-the-one-42');
    await chosen.fill('12345');
    await button(page, 'Change password').click();
    await expect(chosen).toHaveAccessibleDescription(/^Password is too short/);
    await chosen.fill(password);
    await button(page, 'Change password').click();
    await expect(current).toHaveAccessibleDescription(WRONG);
    await expect(current).toBeFocused();
    await expect(chosen).toHaveValue(password);
    await expectFit(page);
    await current.fill(shopper.password);
    await button(page, 'Change password').click();
    await expect(news(page).filter({ hasText: 'Your password is changed' })).toBeVisible();
    await expect(current).toHaveValue('');
    expect(await sessionOn(elsewhere)).toBeNull();
  });

  await test.step('deleting the account takes the password', async () => {
    await button(page, 'Delete account').click();
    const dialog = page.getByRole('dialog', { name: 'Delete account' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
    await expect(button(page, 'Delete account')).toBeFocused();
    await button(page, 'Delete account').click();
    await expect(dialog.getByLabel('Password')).toHaveValue('');
    await dialog.getByRole('button', { name: 'Delete account' }).click();
    await expect(dialog.getByLabel('Password')).toHaveAccessibleDescription('Password is required');
    await expectFit(page);
    await dialog.getByLabel('Password').fill(password);
    await dialog.getByLabel('Password').press('Enter');
    await expect(news(page).filter({ hasText: 'Your account is deleted.' })).toBeInViewport();
    await expectFit(page);
    await expect(page).toHaveURL(/\/account$/);
    expect((await logInOn(elsewhere, { ...shopper, password })).status()).toBe(401);
    await visit(page, '/account');
    await expect(page).toHaveURL(/\/login$/);
  });
});

test('one tap on the account page logs out everywhere @all', async ({
  page,
  shopper,
  allow,
  elsewhere,
}) => {
  allow(/revoke-sessions/);
  await logInOn(elsewhere, shopper);
  await visit(page, '/account');
  await page.route('**/api/auth/revoke-sessions', (route) => route.abort());
  await button(page, 'Log out everywhere').click();
  await expect(page.getByRole('alert')).toHaveText(
    'We could not log you out. Please check your connection and try again.',
  );
  await expectFit(page);
  expect(await sessionOn(elsewhere)).toMatchObject({ user: { email: shopper.email } });

  const otherTab = await page.context().newPage();
  await otherTab.goto('/contactus');
  const typed = () => otherTab.evaluate(() => sessionStorage.getItem('maalai.delivery'));
  await otherTab.evaluate(() => sessionStorage.setItem('maalai.delivery', '{"pincode":"600004"}'));
  expect(await typed()).not.toBeNull();

  await page.unroute('**/api/auth/revoke-sessions');
  await button(page, 'Log out everywhere').click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText('You are logged out on all devices.')).toBeVisible();
  expect(await sessionOn(elsewhere)).toBeNull();
  await expect.poll(typed).toBeNull();
});

// The sign-up: its fields, its errors, and the way to the login.
import type { Page } from '@playwright/test';
import { signUpStates } from '../../src/shop/states.ts';
import {
  expect,
  expectFit,
  holdBack,
  hydrated,
  reload,
  test,
  visit,
} from '#support/journeys/journey.ts';
import {
  COMMON_PASSWORD,
  submitButton,
  fillSignUp,
  logIn,
  newAccount,
  newShopper,
} from '#support/journeys/shopper.ts';
import { phone } from '#support/journeys/windows.ts';

test.use(phone);

const screen = (page: Page) => page.getByRole('main');

test('the sign-up reports errors, keeps all but the passwords over a reload, and refuses a used e-mail [signup-6 name-34 state-14 rule-2 error-19]', async ({
  page,
  shop,
  allow,
}) => {
  allow(/status of 400/, /status of 422/, /status of 401/);
  const shopper = await newAccount(shop);
  await visit(page, '/signup');
  await submitButton(page, 'Register').click();
  await expect(page.getByLabel('Name', { exact: true })).toHaveAccessibleDescription(
    'Name is required',
  );
  await screen(page).getByRole('button', { name: '3 fields need a look.' }).click();
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
  await expectFit(page);

  const born = page.getByLabel('Date of Birth');
  await born.fill('1995-03-08');
  const password = page.getByLabel('Password', { exact: true });
  const confirm = page.getByLabel('Confirm Password');
  await page.getByLabel('Name', { exact: true }).fill(shopper.name);
  await page.getByLabel('Email').fill(shopper.email);
  const state = page.getByLabel('State');
  await expect(state.getByRole('option')).toHaveText(['Select your state', ...signUpStates]);
  await state.selectOption('Kerala');
  await page.getByLabel('Address').fill('14, North Mada Street');
  await password.fill('mango-lassi-43');
  await confirm.fill('mango-lassi-44');
  await submitButton(page, 'Register').click();
  await expect(confirm).toHaveAccessibleDescription('Passwords do not match');
  const count = page.getByText('1 field needs a look.');
  await expect(count).toBeVisible();
  await confirm.fill('mango-lassi-43');
  await expect(count).toBeHidden();
  await password.fill('123456');
  await confirm.fill('123456');
  await submitButton(page, 'Register').click();
  await expect(password).toHaveAccessibleDescription(COMMON_PASSWORD);

  const agreement = page.getByText('By registering you agree to our Terms and Privacy.');
  await expect(agreement.getByRole('link', { name: 'Privacy' })).toBeVisible();
  await agreement.getByRole('link', { name: 'Terms' }).click();
  await expect(page).toHaveURL(/\/terms$/);
  await page.goBack();
  await hydrated(page);
  await reload(page);
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(shopper.name);
  await expect(page.getByLabel('Email')).toHaveValue(shopper.email);
  await expect(state).toHaveValue('Kerala');
  await expect(born).toHaveValue('1995-03-08');
  await expect(page.getByLabel('Address')).toHaveValue('14, North Mada Street');
  await expect(password).toHaveValue('');
  await expect(confirm).toHaveValue('');
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('lassi');

  await password.fill('mango-lassi-43');
  await confirm.fill('mango-lassi-43');
  await submitButton(page, 'Register').click();
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('This e-mail already has an account.');
  await expectFit(page);
  await expect(alert.getByRole('link', { name: 'Forgot password?' })).toBeVisible();
  await alert.getByRole('link', { name: 'Log in instead' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome Back!');
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByLabel('Email')).toHaveValue(shopper.email);
});

test('after sign-up and login, /login and /signup lead to home [login-4,5 signup-5,7 transition-1,2]', async ({
  page,
}) => {
  // The browser sends an international domain in ASCII.
  const { email, ...rest } = newShopper();
  const shopper = { ...rest, email: email.replace('example.com', 'दुकान.भारत') };
  await visit(page, '/signup');
  await fillSignUp(page, shopper);
  const letGo = await holdBack(page, '**/api/users/register');
  await submitButton(page, 'Register').click();
  const busy = submitButton(page, 'Processing...');
  await expect(busy).toHaveAttribute('aria-busy', 'true');
  await letGo();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText('Your account is ready. Please log in.')).toBeVisible();
  await expectFit(page);
  await logIn(page, shopper);
  await expect(page).toHaveURL(/\/home$/);
  for (const path of ['/login', '/signup']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/home$/);
    await hydrated(page);
  }
});

test('15 candies rise behind the sign-up below 640 px and 20 from 640 px, none with reduced motion @all [signup-8,9 constant-29]', async ({
  page,
}) => {
  await visit(page, '/signup');
  const candies = screen(page).locator('div[aria-hidden=true] > i:visible');
  await expect(candies).toHaveCount(0);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  for (const [width, count] of [
    [639, 15],
    [640, 20],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await expect(candies).toHaveCount(count);
  }
});

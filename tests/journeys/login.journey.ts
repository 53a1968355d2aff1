// The login: its fields, errors and busy state, and where it leads.
import type { Page } from '@playwright/test';
import {
  expect,
  expectFit,
  holdBack,
  test,
  untilResponse,
  visit,
} from '#support/journeys/journey.ts';
import {
  LOGIN_FAILED,
  submitButton,
  logIn,
  newAccount,
  newShopper,
} from '#support/journeys/shopper.ts';

const RED = 'rgb(176, 18, 24)';
const main = (page: Page) => page.getByRole('main');

test('the login asks for an e-mail and a password, and 12 bubbles rise behind it [login-1..3,6 rule-1]', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await visit(page, '/login');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome Back!');
  await expect(main(page).locator('div[aria-hidden=true] > i:visible')).toHaveCount(12);
  const [email, password] = [page.getByLabel('Email'), page.getByLabel('Password')];
  await expect(email).toHaveAttribute('type', 'email');
  await expect(password).toHaveAttribute('type', 'password');
  for (const field of [email, password]) await expect(field).toHaveAttribute('required');
  await submitButton(page, 'Login').click();
  await expect(email).toHaveAccessibleDescription('Enter a valid email address');
  await expect(email).toBeFocused();
  await expect(password).toHaveAccessibleDescription('Password is required');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expectFit(page);
  await main(page).getByRole('link', { name: "Don't have an account? Sign up here" }).click();
  await expect(page).toHaveURL(/\/signup$/);
});

/** Runs in the page: begins the animation of an element again. Returns how far it moves it sideways. */
function readShake(element: Element): unknown[] {
  const { style } = element as HTMLElement;
  style.animationName = 'none';
  element.getAnimations();
  style.animationName = '';
  const [shake] = element.getAnimations();
  return (shake!.effect as KeyframeEffect).getKeyframes().map((frame) => frame['translate']);
}

test('a failed login shows a red alert that shakes, below the password field [error-2,3]', async ({
  page,
  allow,
}) => {
  allow(/status of 401/);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await visit(page, '/login');
  const shopper = newShopper();
  await logIn(page, shopper);

  const sentence = page.getByText(LOGIN_FAILED, { exact: true });
  await expect(sentence).toHaveCSS('color', RED);
  const button = submitButton(page, 'Login');
  const field = (await page.getByLabel('Password').boundingBox())!;
  const words = (await main(page).getByRole('alert').boundingBox())!;
  expect(words.y).toBeGreaterThanOrEqual(field.y + field.height);
  expect(words.y).toBeLessThan((await button.boundingBox())!.y);
  const shake = await main(page).getByRole('alert').evaluate(readShake);
  expect(shake).toEqual(expect.arrayContaining(['-6px', '6px']));
  await expect(page.getByLabel('Email')).toHaveValue(shopper.email);
  await expect(button).not.toHaveAttribute('aria-busy');
  const newPassword = main(page).getByRole('alert').getByRole('link', { name: 'set a new one' });
  await expect(newPassword).toHaveAttribute('href', '/forgot-password');
  await expect(page.getByRole('link', { name: 'Forgot password?' })).toBeVisible();
  await expectFit(page);

  await test.step('with reduced motion the error does not move', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await untilResponse(page, 'POST /api/auth/sign-in/email', () => button.click());
    await expect(button).not.toHaveAttribute('aria-busy');
    await expect(sentence).toBeVisible();
    await expect(main(page).getByRole('alert')).toHaveCSS('animation-name', 'none');
  });
});

test('the login shows a helpful sentence for each failure @all [error-1,21]', async ({
  page,
  shop,
  allow,
}) => {
  allow(/ERR_FAILED/, /status of 429/);
  await visit(page, '/login');
  const tooMany = { status: 429, json: { detail: 'Too many tries. Please wait 9 minutes.' } };
  for (const [advice, reply] of [[/check your connection/], [/wait 9 minutes/, tooMany]] as const) {
    await page.route('**/api/auth/sign-in/email', (route) =>
      reply ? route.fulfill(reply) : route.abort(),
    );
    await logIn(page, newShopper());
    const alert = main(page).getByRole('alert');
    await expect(alert).toContainText(advice);
    await expect(alert.getByText(LOGIN_FAILED, { exact: true })).toBeVisible();
    await expect(page.getByLabel('Password')).toBeFocused();
    // One way to a new password is enough, and the typed text is not the cause.
    await expect(main(page).locator('a[href="/forgot-password"]')).toHaveCount(1);
    for (const label of ['Email', 'Password'])
      await expect(page.getByLabel(label)).not.toHaveCSS('border-color', RED);
    await page.unroute('**/api/auth/sign-in/email');
  }

  const shopper = await newAccount(shop);
  const browser = await page.context().newCDPSession(page);
  await browser.send('Emulation.setDocumentCookieDisabled', { disabled: true });
  await logIn(page, shopper);
  await expect(main(page).getByRole('alert')).toContainText('Please allow cookies');
  await expect(page).toHaveURL(/\/login$/);
});

test('the orders of a signed-out visitor lead to the login, by way of Forgot password too; it shows what is typed, is busy and leads back [login-7 transition-29 role-7 state-13]', async ({
  page,
  shop,
}) => {
  const { email, password } = await newAccount(shop);
  await visit(page, '/your-orders');
  await expect(page).toHaveURL(/\/login$/);
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await page.getByRole('link', { name: 'Back to login' }).click();
  // The previous screen has a field with the same name.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome Back!');
  await page.getByLabel('Email').fill(email);
  const field = page.getByLabel('Password');
  await field.fill(password);
  await main(page).getByRole('button', { name: 'Show Password' }).click();
  await expect(field).toHaveAttribute('type', 'text');
  await expect(field).toHaveValue(password);
  await expectFit(page);
  await main(page).getByRole('button', { name: 'Hide Password' }).click();
  await expect(field).toHaveAttribute('type', 'password');
  const letGo = await holdBack(page, '**/api/auth/sign-in/email');
  await submitButton(page, 'Login').click();
  await expect(submitButton(page, 'Login')).toHaveAttribute('aria-busy', 'true');
  await expectFit(page);
  await letGo();
  await expect(page).toHaveURL(/\/your-orders$/);
});

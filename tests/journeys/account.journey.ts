// Accounts as a shopper meets them: into the shop and out of it, and what the doors say when it does not work.
import { covers } from '#support/covers.ts';
import { LOGIN_FAILED, submitButton, WEAK_PASSWORD } from '#support/journeys/account-page.ts';
import { awake, expect, expectFit, test, visit } from '#support/journeys/journey.ts';
import { logIn, newAccount, newShopper, signUp } from '#support/journeys/shopper.ts';

test(
  'login tells each failure of the provider in a sentence that helps',
  covers('error-1', 'error-21'),
  async ({ page, troubles }) => {
    await visit(page, '/login');
    await expectFit(page);
    const failures: [
      reply: { status: number; code: string; detail: string } | undefined,
      RegExp,
    ][] = [
      [undefined, /check your connection/],
      [{ status: 401, code: 'INVALID_EMAIL_OR_PASSWORD', detail: '' }, /set a new one/],
      [{ status: 403, code: 'USER_DISABLED', detail: '' }, /account is closed at the moment/],
      [
        { status: 429, code: 'TOO_MANY_TRIES', detail: 'Too many tries. Please wait 9 minutes.' },
        /wait 9 minutes/,
      ],
    ];
    for (const [reply, advice] of failures) {
      await page.route('**/api/auth/sign-in/email', (route) =>
        reply ? route.fulfill({ status: reply.status, json: reply }) : route.abort(),
      );
      await logIn(page, newShopper());
      const alert = page.getByRole('main').getByRole('alert');
      await expect(alert.getByText(LOGIN_FAILED, { exact: true })).toBeVisible();
      await expect(alert).toContainText(advice);
      await expect(page.getByLabel('Password')).toBeFocused();
      await expectFit(page);
      await page.unroute('**/api/auth/sign-in/email');
      await page.reload();
      await awake(page);
    }
    troubles.splice(0);
  },
);

test(
  'sign-up: what is wrong, what survives a reload, an e-mail that is taken',
  covers('rule-2', 'rule-5', 'error-19', 'state-14'),
  async ({ page, troubles }) => {
    const shopper = await newAccount(page);
    await visit(page, '/signup');
    await expectFit(page);
    await submitButton(page, 'Register').click();
    await expect(page.getByLabel('Name', { exact: true })).toHaveAccessibleDescription(
      'Name is required',
    );
    await expectFit(page);

    const password = page.getByLabel('Password', { exact: true });
    const confirm = page.getByLabel('Confirm Password');
    await page.getByLabel('Name', { exact: true }).fill(shopper.name);
    await page.getByLabel('Email').fill(shopper.email);
    await page.getByLabel('State').selectOption('Kerala');
    await page.getByLabel('Address').fill('14, North Mada Street');
    await password.fill('mango-lassi-43');
    await confirm.fill('mango-lassi-44');
    await submitButton(page, 'Register').click();
    await expect(confirm).toHaveAccessibleDescription('Passwords do not match');
    await expectFit(page);
    await password.fill('123456');
    await confirm.fill('123456');
    await submitButton(page, 'Register').click();
    await expect(password).toHaveAccessibleDescription(WEAK_PASSWORD);

    await page.reload();
    await awake(page);
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue(shopper.name);
    await expect(page.getByLabel('Email')).toHaveValue(shopper.email);
    await expect(page.getByLabel('State')).toHaveValue('Kerala');
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
    expect(troubles.splice(0)).toEqual([
      expect.stringContaining('422'),
      expect.stringContaining('401'),
    ]);
    await expect(alert.getByRole('link', { name: 'Forgot password?' })).toBeVisible();
    await alert.getByRole('link', { name: 'Log in instead' }).click();
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByLabel('Email')).toHaveValue(shopper.email);
  },
);

test(
  'sign-up tells the other failures of the provider in a sentence that helps',
  covers('error-5', 'state-14'),
  async ({ page, troubles }) => {
    await visit(page, '/signup');
    const shopper = newShopper();
    await page.getByLabel('Name', { exact: true }).fill(shopper.name);
    await page.getByLabel('Email').fill(shopper.email);
    await page.getByLabel('Password', { exact: true }).fill(shopper.password);
    await page.getByLabel('Confirm Password').fill(shopper.password);
    const failures: [reply: { status: number; detail: string } | undefined, words: string][] = [
      [undefined, 'Please check your connection and try again.'],
      [{ status: 429, detail: 'Too many tries. Please wait 9 minutes.' }, 'Please wait 9 minutes.'],
      [{ status: 500, detail: '' }, 'Something went wrong'],
    ];
    for (const [reply, words] of failures) {
      await page.route('**/api/auth/sign-up/email', (route) =>
        reply ? route.fulfill({ status: reply.status, json: reply }) : route.abort(),
      );
      await submitButton(page, 'Register').click();
      await expect(page.getByRole('alert')).toContainText(words);
      await expectFit(page);
      await page.unroute('**/api/auth/sign-up/email');
    }
    troubles.splice(0);
  },
);

test(
  'in and out: from sign-up to home, both doors closed, out by the bar or the menu',
  covers(
    'login-4',
    'login-5',
    'signup-5',
    'signup-7',
    'transition-1',
    'transition-2',
    'name-34',
    'state-13',
  ),
  async ({ page, isMobile }) => {
    const shopper = newShopper();
    await visit(page, '/signup');
    await signUp(page, shopper);
    await expect(page.getByText('Your account is ready. Please log in.')).toBeVisible();
    await expectFit(page);
    await logIn(page, shopper);
    await expect(page).toHaveURL(/\/home$/);
    for (const door of ['/login', '/signup']) {
      await page.goto(door);
      await expect(page).toHaveURL(/\/home$/);
      await awake(page);
    }
    if (isMobile) {
      await page.getByRole('button', { name: 'Open menu' }).click();
      const menu = page.getByRole('dialog', { name: 'Menu' });
      await expect(menu.getByRole('link', { name: 'Login' })).toBeHidden();
      await menu.getByRole('button', { name: 'Logout' }).click();
      await expect(menu).toBeHidden();
    } else {
      await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click();
      await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
    }
    await expect(page).toHaveURL(/\/login$/);
    await expectFit(page);
    expect(await (await page.request.get('/api/auth/get-session')).json()).toBeNull();
  },
);

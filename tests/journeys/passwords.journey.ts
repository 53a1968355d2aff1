// A password that was forgotten: asked for, set anew, and what can go wrong on the way.
import { covers } from '#support/covers.ts';
import type { Page } from '@playwright/test';
import { LOGIN_FAILED, submitButton, WEAK_PASSWORD } from '#support/journeys/account-page.ts';
import { awake, expect, expectFit, test, visit } from '#support/journeys/journey.ts';
import { passwordLink } from '#support/journeys/letters.ts';
import { logIn, newAccount } from '#support/journeys/shopper.ts';

async function setPassword(page: Page, password: string, again = password): Promise<void> {
  await page.getByLabel('New Password').fill(password);
  await page.getByLabel('Confirm Password').fill(again);
  await submitButton(page, 'Set new password').click();
}

test(
  'a forgotten password: from the login screen by a letter to a new one @data',
  covers('login-8', 'state-13'),
  async ({ page, shop, troubles, browser }) => {
    const shopper = await newAccount(page);
    const elsewhere = await browser.newContext({ baseURL: shop.origin });
    const login = { email: shopper.email, password: shopper.password };
    await elsewhere.request.post('/api/auth/sign-in/email', { data: login });

    await visit(page, '/login');
    await logIn(page, { ...shopper, password: 'not-the-one-42' });
    await expect(page.getByText(LOGIN_FAILED, { exact: true })).toBeVisible();
    expect(troubles.splice(0)).toEqual([expect.stringContaining('401')]);
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await expect(page).toHaveURL(/\/forgot-password$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Forgot your password?');
    await expect(page.getByLabel('Email')).toHaveValue(shopper.email);
    await expectFit(page);
    await submitButton(page, 'Send the link').click();
    await expect(page.getByRole('main').getByRole('status')).toContainText(
      `If ${shopper.email} has an account`,
    );
    await expectFit(page);

    const link = await passwordLink(shop, shopper.email);
    const token = new URL(link).searchParams.get('token')!;
    expect(link.startsWith(`${shop.origin}/reset-password?token=`)).toBe(true);
    await visit(page, link);
    await expect(page).toHaveURL(`${shop.origin}/reset-password`);
    await expectFit(page);
    // The token is no longer in the address, and a reload does not lose it.
    await page.reload();
    await awake(page);
    await setPassword(page, 'papaya-lassi-42');
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByText('Your new password is set. Please log in with it.')).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue(shopper.email);
    await expectFit(page);
    const session = await elsewhere.request.get('/api/auth/get-session');
    expect(await session.json()).toBeNull();
    await elsewhere.close();

    await logIn(page, shopper);
    await expect(page.getByText(LOGIN_FAILED, { exact: true })).toBeVisible();
    expect(troubles.splice(0)).toEqual([expect.stringContaining('401')]);
    await logIn(page, { ...shopper, password: 'papaya-lassi-42' });
    await expect(page).toHaveURL(/\/home$/);
    expect(shop.log()).not.toContain(token);
  },
);

test(
  'a new password that is weak, or typed in two ways',
  covers('state-15'),
  async ({ page, shop }) => {
    const shopper = await newAccount(page);
    await page.request.post('/api/auth/request-password-reset', { data: { email: shopper.email } });
    await visit(page, await passwordLink(shop, shopper.email));
    await setPassword(page, '123456');
    await expect(page.getByLabel('New Password')).toHaveAccessibleDescription(WEAK_PASSWORD);
    await expect(page.getByLabel('New Password')).toBeFocused();
    await expectFit(page);
    await setPassword(page, 'papaya-lassi-42', 'papaya-lassi-24');
    await expect(page.getByLabel('Confirm Password')).toHaveAccessibleDescription(
      'Passwords do not match',
    );
    await expectFit(page);
    await setPassword(page, 'papaya-lassi-42');
    await expect(page).toHaveURL(/\/login$/);
  },
);

test(
  'a link that was used says so and leads to a new one',
  covers('state-15'),
  async ({ page, shop, troubles }) => {
    const shopper = await newAccount(page);
    const ask = () =>
      page.request.post('/api/auth/request-password-reset', { data: { email: shopper.email } });
    await ask();
    const link = await passwordLink(shop, shopper.email);
    await visit(page, link);
    await setPassword(page, 'papaya-lassi-42');
    await expect(page).toHaveURL(/\/login$/);

    await visit(page, link);
    await setPassword(page, 'guava-lassi-42');
    await expect(page.getByRole('alert')).toContainText('This link has been used or is too old.');
    expect(troubles.splice(0)).toEqual([expect.stringContaining('400')]);
    await expectFit(page);
    await page.getByRole('link', { name: 'Ask for a new link' }).click();
    await expect(page).toHaveURL(/\/forgot-password$/);
    await page.getByLabel('Email').fill(shopper.email);
    await submitButton(page, 'Send the link').click();
    await visit(page, await passwordLink(shop, shopper.email, 2));
    await setPassword(page, 'guava-lassi-42');
    await expect(page).toHaveURL(/\/login$/);
  },
);

test(
  'an address without its token, an unknown e-mail, and no connection',
  covers('state-15'),
  async ({ page, troubles }) => {
    await visit(page, '/reset-password');
    await expect(page.getByRole('alert')).toContainText('This link is not complete.');
    await expectFit(page);
    await page.getByRole('link', { name: 'Ask for a new link' }).click();
    await submitButton(page, 'Send the link').click();
    const email = page.getByLabel('Email');
    await expect(email).toHaveAccessibleDescription('Enter a valid email address');
    await expectFit(page);
    await email.fill('nobody.at.all@example.com');
    await submitButton(page, 'Send the link').click();
    await expect(page.getByRole('main').getByRole('status')).toContainText(
      'If nobody.at.all@example.com has an account',
    );
    await page.route('**/api/auth/request-password-reset', (route) => route.abort());
    await submitButton(page, 'Send the link').click();
    await expect(page.getByRole('alert')).toContainText('Please check your connection');
    await expectFit(page);
    expect(troubles.splice(0).join()).toContain('request-password-reset');
  },
);

test(
  'login keeps where it leads over a forgotten password that came back',
  covers('login-7'),
  async ({ page }) => {
    const shopper = await newAccount(page);
    await visit(page, '/your-orders');
    await expect(page).toHaveURL(/\/login$/);
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await page.getByRole('link', { name: 'Back to login' }).click();
    // The screen before has a field of the same name.
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome Back!');
    await logIn(page, shopper);
    await expect(page).toHaveURL(/\/your-orders$/);
  },
);

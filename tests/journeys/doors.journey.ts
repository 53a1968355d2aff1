// Login and sign-up: their fields, what they ask for, how they look while they wait, and the shake of the login.
import { covers } from '#support/covers.ts';
import type { Page } from '@playwright/test';
import { expect, expectFit, holdBack, test, visit } from '#support/journeys/journey.ts';
import { logIn, newShopper } from '#support/journeys/shopper.ts';

const main = (page: Page) => page.getByRole('main');
const press = (page: Page, name: string) => main(page).getByRole('button', { name }).click();

/** Notes every animation that begins in an alert: how far its frames move it sideways. */
async function noteShakes(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shakes: unknown[] = [];
    Object.assign(globalThis, { shakes });
    document.addEventListener('animationstart', ({ target }) => {
      if (!(target instanceof Element && target.matches('[role=alert]'))) return;
      const [animation] = target.getAnimations();
      const frames = (animation?.effect as KeyframeEffect | null)?.getKeyframes() ?? [];
      shakes.push(frames.map((frame) => frame['translate']));
    });
  });
}

const shakes = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { shakes: (string | undefined)[][] }).shakes);

test(
  'the login asks for an e-mail and a password',
  covers('login-1', 'login-2', 'login-3', 'rule-1', 'name-34', 'state-13'),
  async ({ page }) => {
    await visit(page, '/login');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome Back!');
    const [email, password] = [page.getByLabel('Email'), page.getByLabel('Password')];
    await expect(email).toHaveAttribute('type', 'email');
    await expect(password).toHaveAttribute('type', 'password');
    for (const field of [email, password]) await expect(field).toHaveAttribute('required');
    await press(page, 'Login');
    await expect(email).toHaveAccessibleDescription('Enter a valid email address');
    await expect(email).toBeFocused();
    await expect(password).toHaveAccessibleDescription('Password is required');
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expectFit(page);
    await main(page).getByRole('link', { name: "Don't have an account? Sign up here" }).click();
    await expect(page).toHaveURL(/\/signup$/);
  },
);

test(
  'a login that fails says so in red with a shake, beneath the password field',
  covers('error-2', 'state-13'),
  async ({ page, troubles }) => {
    await noteShakes(page);
    await visit(page, '/login');
    const letGo = await holdBack(page, '**/api/auth/sign-in/email');
    await logIn(page, newShopper());
    const button = main(page).getByRole('button', { name: 'Login' });
    await expect(button).toHaveAttribute('aria-busy', 'true');
    await expectFit(page);
    letGo();

    const sentence = page.getByText('Error signing in. Please try again.', { exact: true });
    await expect(sentence).toHaveCSS('color', 'rgb(176, 18, 24)');
    const field = (await page.getByLabel('Password').boundingBox())!;
    const words = (await sentence.boundingBox())!;
    expect(words.y).toBeGreaterThanOrEqual(field.y + field.height);
    expect(words.y).toBeLessThan((await button.boundingBox())!.y);
    // While it shakes it is up to 6 px beside its place.
    expect(Math.abs(words.x - field.x)).toBeLessThan(8);
    await expect.poll(() => shakes(page)).toHaveLength(1);
    expect((await shakes(page))[0]).toEqual(expect.arrayContaining(['-6px', '6px']));
    await expect(button).not.toHaveAttribute('aria-busy');
    await expectFit(page);

    // Each failure shakes anew.
    await press(page, 'Login');
    await expect.poll(() => shakes(page)).toHaveLength(2);
    // The console may speak after the page has.
    await expect.poll(() => troubles).toHaveLength(2);
    expect(troubles.splice(0)).toEqual([
      expect.stringContaining('401'),
      expect.stringContaining('401'),
    ]);
  },
);

test(
  'where less motion is wanted the error stands still',
  covers('error-3'),
  async ({ page, troubles }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await noteShakes(page);
    await visit(page, '/login');
    await logIn(page, newShopper());
    const alert = main(page).getByRole('alert');
    await expect(alert).toContainText('Error signing in. Please try again.');
    await expect(alert).toHaveCSS('animation-name', 'none');
    expect(await shakes(page)).toEqual([]);
    await expectFit(page);
    expect(troubles.splice(0)).toEqual([expect.stringContaining('401')]);
  },
);

test(
  'the sign-up: its fields in their order, each of its kind',
  covers('signup-1', 'signup-2', 'signup-3', 'signup-6', 'name-34'),
  async ({ page }) => {
    await visit(page, '/signup');
    const kinds = await main(page)
      .locator('form label')
      .evaluateAll((labels) =>
        (labels as HTMLLabelElement[]).map((label) => {
          const control = label.control as HTMLInputElement;
          return [label.textContent, control.type, control.required, control.placeholder ?? ''];
        }),
      );
    expect(kinds).toEqual([
      ['Name', 'text', true, ''],
      ['Email', 'email', true, ''],
      ['Phone Number', 'tel', false, '10-digit number'],
      ['Pincode', 'text', false, '6-digit pincode'],
      ['Date of Birth', 'date', false, ''],
      ['State', 'select-one', false, ''],
      ['Address', 'textarea', false, ''],
      ['Password', 'password', true, ''],
      ['Confirm Password', 'password', true, ''],
    ]);
    await expect(page.getByLabel('State').locator('option:checked')).toHaveText(
      'Select your state',
    );
    await main(page).getByRole('link', { name: 'Already have an account? Login here' }).click();
    await expect(page).toHaveURL(/\/login$/);
  },
);

test('the sign-up while it registers', covers('state-14'), async ({ page }) => {
  const shopper = newShopper();
  await visit(page, '/signup');
  await page.getByLabel('Name', { exact: true }).fill(shopper.name);
  await page.getByLabel('Email').fill(shopper.email);
  await page.getByLabel('Password', { exact: true }).fill(shopper.password);
  await page.getByLabel('Confirm Password').fill(shopper.password);
  const letGo = await holdBack(page, '**/api/users/register');
  await press(page, 'Register');
  await expect(main(page).getByRole('button', { name: 'Processing...' })).toHaveAttribute(
    'aria-busy',
    'true',
  );
  await expectFit(page);
  letGo();
  await expect(page).toHaveURL(/\/login$/);
});

test('a forgotten password while the letter is asked for', covers('state-15'), async ({ page }) => {
  await visit(page, '/forgot-password');
  const letGo = await holdBack(page, '**/api/auth/request-password-reset');
  await page.getByLabel('Email').fill('nobody.at.all@example.com');
  await press(page, 'Send the link');
  await expect(main(page).getByRole('button', { name: 'Processing...' })).toBeVisible();
  await expectFit(page);
  letGo();
  await expect(main(page).getByRole('button', { name: 'Send the link' })).toBeVisible();
});

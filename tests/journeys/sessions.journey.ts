// Logging out everywhere from one device.
import { expect, expectFit, test, visit, expectTroubles } from '#support/journeys/journey.ts';
import { logIn, newAccount } from '#support/journeys/shopper.ts';

test('one tap on the account page logs out everywhere', async ({
  page,
  shop,
  troubles,
  browser,
}) => {
  const shopper = await newAccount(shop);
  const elsewhere = await browser.newContext({ baseURL: shop.origin });
  const login = { email: shopper.email, password: shopper.password };
  await elsewhere.request.post('/api/auth/sign-in/email', { data: login });
  const sessionElsewhere = async () =>
    (await elsewhere.request.get('/api/auth/get-session')).json();
  await visit(page, '/login');
  await logIn(page, shopper);
  await expect(page).toHaveURL(/\/home$/);
  await visit(page, '/account');

  const logOut = page.getByRole('button', { name: 'Log out everywhere' });
  await page.route('**/api/auth/revoke-sessions', (route) => route.abort());
  await logOut.click();
  await expect(page.getByRole('alert')).toHaveText(
    'We could not log you out. Please check your connection and try again.',
  );
  await expectFit(page);
  await expectTroubles(troubles, 'revoke-sessions', 'Failed to load resource');
  expect(await sessionElsewhere()).toMatchObject({ user: { email: shopper.email } });

  const otherTab = await page.context().newPage();
  await otherTab.goto('/contactus');
  const typed = () => otherTab.evaluate(() => sessionStorage.getItem('maalai.delivery'));
  await otherTab.evaluate(() => sessionStorage.setItem('maalai.delivery', '{"pincode":"600004"}'));
  expect(await typed()).not.toBeNull();

  await page.unroute('**/api/auth/revoke-sessions');
  await logOut.click();
  await expect(page).toHaveURL(/\/login$/);
  expect(await sessionElsewhere()).toBeNull();
  await expect.poll(typed).toBeNull();
  await elsewhere.close();
});

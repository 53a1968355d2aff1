// A complete purchase by a new shopper.
import { button, dialog, field, header, heading, link, main, region } from './page.ts';
import type { Page } from './page.ts';

const ORDER_ID = /MA-[0-9A-HJKMNP-TV-Z]{10}/;

/** Buys a Fivestar garland for kids, from the listing to the list of orders. Resolves to the order's id. */
export async function buyGarland(page: Page, device: string): Promise<string> {
  const login = { Email: `kavya.${device}.${Date.now()}@example.com`, Password: 'mango-lassi-42' };
  const shopper = { Name: 'Kavya Raman', 'Phone Number': '98765 43210', Pincode: '600004' };
  const address = '14, North Mada Street, Mylapore';

  await page.visit('/productspage');
  await page.click(button('Add to Cart', [{ css: 'article', name: 'Fivestar Garland' }]));
  const versions = dialog('Choose Version');
  await page.click(field('Kids', versions));
  await page.click(button('Add to Cart', versions));
  await page.click(link('Cart, 1 item', header));
  await page.arrive('/cart');
  await page.read(region('Order Summary'), '₹799');
  await page.click(button('Proceed to Checkout'));

  await page.arrive('/login');
  await page.click(link("Don't have an account? Sign up here"));
  await page.arrive('/signup');
  const repeated = { 'Confirm Password': login.Password };
  await page.fillIn({ ...shopper, ...login, ...repeated, Address: address });
  await page.choose('State', 'Tamil Nadu');
  await page.click(button('Register'));
  await page.arrive('/login');
  await page.fillIn(login);
  await page.click(button('Login', main));

  await page.arrive('/deliveryform');
  await page.see(heading('Delivery Details'));
  await page.fillIn({ ...shopper, 'Full Address': `${address}, Chennai`, 'Coupon code': 'SAVE15' });
  await page.choose('State', 'Tamil Nadu');
  await page.click(button('Apply'));
  await page.click(button('Continue Shopping', dialog('Congratulations!')));
  await page.click(button('Place Order (₹679.15)'));

  await page.inFrame('iframe[title="Test payment"]', () => page.click(button('Success')));

  await page.arrive('/success');
  await page.see(heading('Yay! Order Placed'));
  const orderId = ORDER_ID.exec(await page.read(main, 'MA-'))![0];
  await page.click(link('View Your Orders', main));
  await page.arrive('/your-orders');
  await page.click([{ css: 'main button', words: 'Fivestar Garland' }]);
  await page.read(dialog('Order Summary'), orderId);
  return orderId;
}

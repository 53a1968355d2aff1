// A complete purchase by a new shopper.
import { button, dialog, field, heading, link, main, region } from './page.ts';
import type { Page } from './page.ts';

const ORDER_ID = /MA-[0-9A-HJKMNP-TV-Z]{10}/;

/** Buys a Fivestar garland for kids, from the listing to the list of orders. Resolves to the order's id. */
export async function buyGarland(page: Page, device: string): Promise<string> {
  const email = `kavya.${device}.${Date.now()}@example.com`;
  const password = 'mango-lassi-42';

  await page.visit('/productspage');
  await page.click(button('Add to Cart', { css: 'article', name: 'Fivestar Garland' }));
  const versions = dialog('Choose Version');
  await page.click(field('Kids', versions));
  await page.click(button('Add to Cart', versions));
  await page.click(link('Cart, 1 item', { css: 'header' }));
  await page.arrive('/cart');
  await page.read(region('Order Summary'), '₹799');
  await page.click(button('Proceed to Checkout'));

  await page.arrive('/login');
  await page.click(link("Don't have an account? Sign up here"));
  await page.arrive('/signup');
  await page.fill('Name', 'Kavya Raman');
  await page.fill('Email', email);
  await page.fill('Phone Number', '9876543210');
  await page.fill('Pincode', '600004');
  await page.choose('State', 'Tamil Nadu');
  await page.fill('Address', '14, North Mada Street, Mylapore');
  await page.fill('Password', password);
  await page.fill('Confirm Password', password);
  await page.click(button('Register'));
  await page.arrive('/login');
  await page.fill('Email', email);
  await page.fill('Password', password);
  await page.click(button('Login', main));

  await page.arrive('/deliveryform');
  await page.see(heading('Delivery Details'));
  await page.fill('Name', 'Kavya Raman');
  await page.fill('Phone Number', '98765 43210');
  await page.fill('Pincode', '600004');
  await page.choose('State', 'Tamil Nadu');
  await page.fill('Full Address', '14, North Mada Street, Mylapore, Chennai');
  await page.fill('Coupon code', 'SAVE15');
  await page.click(button('Apply'));
  await page.click(button('Continue Shopping', dialog('Congratulations!')));
  await page.click(button('Place Order (₹679.15)'));

  await page.inFrame('iframe[title="Test payment"]', () => page.click(button('Success')));

  await page.arrive('/success');
  await page.see(heading('Yay! Order Placed'));
  const orderId = ORDER_ID.exec(await page.read(main, 'MA-'))![0];
  await page.click(link('View Your Orders', main));
  await page.arrive('/your-orders');
  await page.click({ css: 'main button', words: 'Fivestar Garland' });
  await page.read(dialog('Order Summary'), orderId);
  return orderId;
}

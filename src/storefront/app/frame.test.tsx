import { expect, test } from 'vitest';
import { renderAt } from '#support/storefront/render.tsx';
import { bannerCoupon } from '../../shop/brand.ts';
import { offerText } from '../../shop/coupon.ts';
import { Frame } from './frame.tsx';
import NotFoundScreen from './not-found-screen.tsx';

const render = (path: string, demo = false) =>
  renderAt(
    path,
    <Frame demo={demo}>
      <h1>A screen</h1>
    </Frame>,
  );
const footer = (path: string) => /<footer.*<\/footer>/s.exec(render(path))![0];
const current = (html: string) =>
  [...html.matchAll(/<a[^>]* aria-current="page"[^>]*>/g)].map(
    ([tag]) => /href="([^"]+)"/.exec(tag)?.[1],
  );

test('only the demo shop shows the demo notice [running-12]', () => {
  expect(render('/cart', true)).toContain('Demo shop');
  expect(render('/cart')).not.toContain('Demo shop');
});

test('only the home page has the offer, with the coupon of the owner [home-1]', () => {
  expect(render('/home')).toContain('GET OFFERS!');
  expect(render('/home')).toContain(`<p>${offerText(bannerCoupon)}</p>`);
  expect(render('/productspage')).not.toContain('GET OFFERS!');
});

test('the current page is marked in the bar and in the menu', () => {
  expect(current(render('/contactus'))).toEqual(['/Contactus', '/Contactus']);
  expect(current(render('/your-orders'))).toEqual(['/your-orders']);
  expect(current(render('/weddingcombo'))).toEqual([]);
});

test('both Login and Logout are rendered until the session is known, so that the styles can choose', () => {
  const bar = /<header.*?<dialog/.exec(render('/home'))![0];
  expect(bar).toMatch(/<a[^>]*href="\/login"[^>]*>Login<\/a>/);
  expect(bar).toMatch(/<button[^>]*>Logout<\/button>/);
});

test('the footer is short where a visitor is about to finish something, but keeps contacts and policies', () => {
  expect(footer('/cart')).toContain('Quick Links');
  for (const path of ['/login', '/SignUp/', '/deliveryform', '/success']) {
    expect(footer(path)).not.toContain('Quick Links');
    for (const words of ['mailto:', 'tel:', 'Location', 'All rights reserved.'])
      expect(footer(path)).toContain(words);
    for (const name of ['Shipping', 'Refunds', 'Privacy', 'Terms'])
      expect(footer(path)).toContain(`<a href="/${name.toLowerCase()}">${name}</a>`);
  }
});

test('an empty cart has no badge [bar-5]', () => {
  expect(render('/home')).toMatch(/<a[^>]* aria-label="Cart"[^>]*><svg[^>]*>.*?<\/svg><\/a>/);
});

test('the page for a wrong URL links to all products and home', () => {
  const html = renderAt('/homes', <NotFoundScreen />);
  const links = [...html.matchAll(/href="([^"]+)"/g)].map(([, address]) => address);
  expect(links).toEqual(['/productspage', '/home']);
});

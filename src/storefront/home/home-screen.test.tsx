// What the journey of the home page does not show: where its products and links come from.
import { expect, test } from 'vitest';
import { renderAt } from '#support/storefront/render.tsx';
import { ownWrappers } from '../../shop/claims.ts';
import HomeScreen from './home-screen.tsx';

const html = renderAt('/home', <HomeScreen />);
const [hero = '', carousel = ''] = html.split('</section>');

test('the sections have the order of the specification [home-14]', () => {
  const headings = [...html.matchAll(/<h2[^>]*>([^<]+)<\/h2>/g)].map(([, words]) => words);
  expect(headings).toEqual([
    'Our Exclusive Products',
    'Best Sellers',
    'Discover Our Products!',
    'Why Choose Us',
    'What Our Customers Say',
    'Got a big day coming?',
  ]);
  // Nothing is between the hero and the carousel.
  expect(hero).toMatch(/^<section[^>]* aria-label="Welcome"/);
  expect(carousel).toMatch(/^<section[^>]*>.*<h2[^>]*>Our Exclusive Products</s);
});

test('the buttons lead where they say [home-7,10,13]', () => {
  const links = [...html.matchAll(/<a[^>]* href="([^"]+)"[^>]*>([^<]+)<\/a>/g)];
  const targets = links.map(([, to, words]) => `${words} ${to}`);
  expect(targets.filter((target) => target === 'Shop Now /productspage')).toHaveLength(2);
  for (const target of [
    'View Combos /combo',
    'Explore more.. /productspage',
    'Contact Us /ContactUs',
    'Dairy Milk Garland /dairymilkgarland',
    'KitKat Garland /kitkatgarland',
    'Fivestar Garland /fivestargarland',
  ]) {
    expect(targets).toContain(target);
  }
});

test('the first slide shows another product than the hero', () => {
  expect(hero).toMatch(/dairymilk-\d-[a-z]+/);
  const [first = ''] = /<article.*?<\/article>/s.exec(carousel) ?? [];
  expect(first).toContain('<img');
  expect(first).not.toContain('dairymilk');
});

test('the carousel has six slides, so it moves with three side by side [home-8]', () => {
  expect(carousel.match(/<article/g)!.length).toBeGreaterThanOrEqual(6);
});

const words = html.replaceAll(/<[^>]+>/g, '\n');

test.each([/\babout 50\b/gi, /\b2-3 days\b/g, /\b500\+/g])('the page says %s once', (figure) => {
  expect(words.match(figure)).toHaveLength(1);
});

test('says nothing of the wrappers before the owner has confirmed it', () => {
  expect(ownWrappers).toBeUndefined();
  expect(words).not.toMatch(/\bsealed\b|\bwrappers?\b/i);
});

test('only hearts and chocolate fall [home-3]', () => {
  const pieces = [...hero.matchAll(/<i>([^<]+)<\/i>/g)].map(([, piece]) => piece);
  expect(new Set(pieces)).toEqual(new Set(['❤️', '🍫', '💛']));
});

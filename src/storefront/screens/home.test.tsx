import { covers } from '#support/covers.ts';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { StaticRouter } from '../ui/navigation.tsx';
import HomeScreen from './home.tsx';

const html = renderToStaticMarkup(
  <StaticRouter path="/home">
    <HomeScreen />
  </StaticRouter>,
);

test('the sections stand in the order of the specification', covers('home-14'), () => {
  const headings = [...html.matchAll(/<h2[^>]*>([^<]+)<\/h2>/g)].map(([, words]) => words);
  expect(headings).toEqual([
    'Our Exclusive Products',
    'Best Sellers',
    'Discover Our Products!',
    'Why Choose Us',
    'What Our Customers Say',
    'Got a big day coming?',
  ]);
});

test('nothing stands between the hero and the carousel', covers('home-14'), () => {
  const [hero, next] = html.split('</section>');
  expect(hero).toMatch(/^<section[^>]* aria-label="Welcome"/);
  expect(next).toMatch(/^<section[^>]*>.*<h2[^>]*>Our Exclusive Products</s);
});

test(
  'the buttons lead where the specification says',
  covers('home-7', 'home-10', 'home-13'),
  () => {
    const targets = [...html.matchAll(/<a[^>]* href="([^"]+)"[^>]*>([^<]+)<\/a>/g)].map(
      ([, to, words]) => `${words} ${to}`,
    );
    expect(targets.filter((target) => target === 'Shop Now /productspage')).toHaveLength(2);
    expect(targets).toEqual(
      expect.arrayContaining([
        'View Combos /combo',
        'Explore more.. /productspage',
        'Contact Us /ContactUs',
        'Dairy Milk Garland /dairymilkgarland',
        'KitKat Garland /kitkatgarland',
        'Fivestar Garland /fivestargarland',
      ]),
    );
  },
);

test('fifteen emoji fall at the start', covers('home-3'), () => {
  expect(html.match(/<i>(❤️|🍫|💛|🍬)<\/i>/gu)).toHaveLength(15);
});

test(
  'six slides at least, so that the carousel moves with three side by side',
  covers('home-8'),
  () => {
    const slides = /<ul[^>]*>(?:(?!<\/ul>).)*<article(?:(?!<\/ul>).)*<\/ul>/s.exec(html)![0];
    expect(slides.match(/<article/g)!.length).toBeGreaterThanOrEqual(6);
  },
);

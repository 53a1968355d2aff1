import { expect, test } from 'vitest';
import { renderAt } from '#support/storefront/render.tsx';
import dairyMilkGarland from '../../../shop/catalogue/products/dairy-milk-garland.ts';
import { ProductCard } from './product-card.tsx';

const render = (card: Partial<Parameters<typeof ProductCard>[0]> = {}) =>
  renderAt('/', <ProductCard product={dairyMilkGarland} headingLevel={2} sizes="46vw" {...card} />);

const imagesOf = (html: string) => html.match(/<img [^>]*>/g) ?? [];

test('the card and its button are named by the title, the only link [name-15]', () => {
  const html = render({ onAddToCart: () => {} });
  const id = /<article[^>]* aria-labelledby="([^"]+)"/.exec(html)?.[1];
  expect(html).toMatch(
    new RegExp(`<h2 id="${id}"[^>]*><a href="/dairymilkgarland"[^>]*>Dairy Milk Garland</a>`),
  );
  expect(html).toMatch(new RegExp(`<button[^>]* aria-describedby="${id}"[^>]*>Add to Cart<`));
  expect(html.match(/<a /g)).toHaveLength(1);
});

test('only a full card shows a discount, and only one that there is [constant-6]', () => {
  expect(render()).toMatch(
    /₹1,299<\/span><\/s><\/p><span[^>]*>.*23% <\/span><span[^>]*>off<\/span>/,
  );
  for (const shape of ['brief', 'slide'] as const) expect(render({ shape })).not.toContain('>off<');
  for (const over of [0, 100]) {
    const originalPrice = dairyMilkGarland.price - over;
    const html = render({ product: { ...dairyMilkGarland, originalPrice } });
    expect(html).not.toMatch(/>off<|<s>/);
  }
});

test('the card shows the whole product, and its close-up is lazy', () => {
  for (const shape of ['full', 'brief'] as const) {
    const [whole, closeUp, ...others] = imagesOf(render({ shape, priority: 'first' }));
    expect(whole).toContain('dairymilk-1-hero');
    expect(whole).not.toContain('loading="lazy"');
    expect(closeUp).toContain('dairymilk-2-detail');
    // Lazy, so the style sheet that hides it keeps it from being fetched
    expect(closeUp).toContain('loading="lazy"');
    expect(closeUp).toContain('alt=""');
    expect(others).toEqual([]);
  }
  expect(imagesOf(render({ shape: 'slide' }))).toHaveLength(1);
});

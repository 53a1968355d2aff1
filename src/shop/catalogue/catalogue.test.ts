import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { discountPercent, rupees } from '../money.ts';
import {
  catalogue,
  comboProducts,
  emptyCartPicture,
  findProduct,
  listedProducts,
  noOrdersPicture,
} from './catalogue.ts';
import { deliverySteps } from './delivery.ts';
import { chocolateOptions, galleryPictures, mayOrderChocolate } from './product.ts';
import type { Product, ProductDetails } from './product.ts';

const product = (id: string) => findProduct(id) as Product;

/** Each product with the details of its page. */
const sold = await Promise.all(
  catalogue.map(async (each) => {
    const file = (await import(`./products/${each.slug}.ts`)) as { details: ProductDetails };
    return { ...each, details: file.details };
  }),
);

// Section 9 of the specification, and the decisions of design.md where it is silent or contradicts itself.
const priceList = [
  ['3', 'Dairy Milk Garland', '/dairymilkgarland', 'chocolate', 999, 1299, 23, 'Dairy Milk'],
  ['4', 'Fivestar Garland', '/fivestargarland', 'chocolate', 999, 1199, 17, 'Fivestar'],
  ['5', 'KitKat Garland', '/kitkatgarland', 'currency', 1199, 1399, 14, 'Kitkat Milk'],
  ['6', 'Sandal Garland', '/sandlegarland', 'sandalwood', 190, 249, 24, undefined],
  ['1', 'Chocolate Bouquet', '/chocolatebouquet', 'chocolate', 699, 899, 22, 'Dairy Milk'],
  ['2', 'Chocolate Crown', '/chocolatecrown', 'chocolate', 799, 995, 20, 'Dairy Milk'],
  ['COMBO_001', 'Wedding Delight', '/weddingcombo', 'chocolate', 2499, 3299, 24, 'Dairy Milk'],
  ['COMBO_003', 'Birthday Combo Pack', '/birthdaycombo', 'chocolate', 1899, 2499, 24, 'Dairy Milk'],
  ['7', 'Dairy Milk Garland', '/prod', 'chocolate', 300, 400, 25, 'Dairy Milk'],
] as const;
const garlands = ['3', '4', '5', '7'];
const withChoice = ['1', '2', 'COMBO_001', 'COMBO_003'];

describe.each(priceList)('product %s, %s', (...row) => {
  const [id, name, link, category, price, original, percent, chocolate] = row;
  const each = product(id);
  const prices = { price: rupees(price), originalPrice: rupees(original) };

  it(`costs ₹${price}, ${percent}% less than ₹${original} [entity-1 constant-2,7..10]`, () => {
    expect(each).toMatchObject({ id, name, link, category, ...prices });
    expect(discountPercent(prices.price, prices.originalPrice)).toBe(percent);
  });

  it('has versions if it is a garland of chocolate: adult at its own price, and kids [shop-18 entity-3,7 constant-1..4,11]', () => {
    const kids = { key: 'kids', name: 'Kids', price: rupees(799), originalPrice: rupees(999) };
    const prodKid = { name: 'Kid', price: rupees(250), originalPrice: rupees(350) };
    const both = [
      { key: 'adult', name: 'Adult', ...prices, size: '3.5 feet' },
      { ...kids, ...(id === '7' && prodKid), size: '1.5 feet' },
    ];
    expect(each.versions).toEqual(garlands.includes(id) ? both : undefined);
  });

  it('has its chocolate, and a choice if it is no garland [constant-19]', () => {
    expect(each.defaultChocolate).toBe(chocolate);
    expect(each.chocolates).toBe(withChoice.includes(id) ? chocolateOptions : undefined);
  });

  it('shows 4.8, or on /prod 4.5 from 120 [entity-5 constant-20]', () => {
    const rating = id === '7' ? [4.5, 120] : [4.8, undefined];
    expect([each.rating, each.ratingCount]).toEqual(rating);
  });
});

it('every price is below its struck-through price, and the first version has the price of its product', () => {
  for (const each of catalogue) {
    const { versions = [each], price, originalPrice } = each;
    expect(versions[0]).toMatchObject({ price, originalPrice });
    for (const one of versions) expect(one.originalPrice).toBeGreaterThan(one.price);
  }
});

it('a product is found by its exact id, and ids, slugs and links are unique', () => {
  for (const each of catalogue) expect(findProduct(each.id)).toBe(each);
  for (const id of ['', '0', 'combo_001', '__proto__']) expect(findProduct(id)).toBeUndefined();
  for (const field of ['id', 'slug', 'link'] as const) {
    expect(new Set(catalogue.map((each) => each[field])).size).toBe(catalogue.length);
  }
});

it('chocolates can be ordered if they are listed or the default, except for the contact option [constant-18]', () => {
  const listed = ['Dairy Milk', '5 Star', 'Munch', 'Milkybar', 'KitKat'];
  const contact = 'Any kind of chocolate contact us for it';
  expect(chocolateOptions.map(({ label }) => label)).toEqual([...listed, contact]);
  for (const name of listed) expect(mayOrderChocolate(product('2'), name)).toBe(true);
  expect(mayOrderChocolate(product('4'), 'Fivestar')).toBe(true);
  const others = ['Contact', contact, 'Fivestar', '', 'munch'].map((name) => ['2', name]);
  for (const [id, name] of [...others, ['4', '5 Star'], ['6', 'Dairy Milk']]) {
    expect(mayOrderChocolate(product(id!), name!)).toBe(false);
  }
});

it('listings begin with the three garlands, and with the combos under their titles', () => {
  const ids = listedProducts.map(({ id }) => id);
  expect(ids.slice(0, 3)).toEqual(['3', '4', '5']);
  expect(ids).toEqual(expect.arrayContaining(['1', '2', '6']));
  expect(ids).not.toContain('7');
  const cards = comboProducts.map(({ cardTitle, name, link }) => [cardTitle ?? name, link]);
  expect(cards.slice(0, 2)).toEqual([
    ['Wedding Delight', '/weddingcombo'],
    ['Birthday Bliss', '/birthdaycombo'],
  ]);
});

describe('pictures', () => {
  const masters = JSON.parse(
    readFileSync(new URL('../../../art/masters/index.json', import.meta.url), 'utf8'),
  ) as Record<string, { alt: string; focus: number[] }>;

  it.each(sold)('of $slug match masters in name, text and focus [entity-2]', (each) => {
    const pictures = galleryPictures(each, each.details);
    for (const { name, alt, focus } of pictures) {
      expect(masters[`${name}.webp`]).toMatchObject({ alt, focus });
    }
    expect(new Set(pictures.map(({ name }) => name)).size).toBe(pictures.length);
    const [first] = pictures;
    expect(first?.name).toMatch(/-1-(hero|worn)$/);
    expect(masters[`${first?.name}-wide.webp`]).toMatchObject({ alt: first?.alt });
    // Of one product, and two on its card, which shows the second on hover.
    expect(new Set(pictures.map(({ name }) => name.split('-')[0])).size).toBe(1);
    expect(each.pictures.length).toBeGreaterThanOrEqual(2);
    expect(!each.versions || pictures[2]?.name.endsWith('-3-kids')).toBe(true);
  });

  it.each([emptyCartPicture, noOrdersPicture])('of an empty screen exist: $name', (picture) => {
    expect(masters[`${picture.name}.webp`]).toMatchObject({ focus: picture.focus });
  });
});

/** What a page says of the product, without the claims that wait to be confirmed. */
const pageTexts = ({ description, facts = [], features, ...details }: ProductDetails) => [
  description,
  ...facts,
  ...features,
  ...(details.deliveryInfo ?? []),
  ...(details.faqs ?? []).flatMap(({ question, answer }) => [question, answer]),
];

const allTexts = ({ tagline, summary, details }: (typeof sold)[number]) => [
  tagline,
  summary,
  ...pageTexts(details),
  ...(details.occasionIdeas ?? []),
  ...(details.food ? Object.values(details.food).filter((text) => text !== true) : []),
  details.packed,
  ...(details.testimonials ?? []).flatMap(({ words, occasion }) => [words, occasion]),
];

/** Section 1 of the specification. */
const figures = [
  /\babout 50\b/gi,
  /\b3\.5 feet\b/g,
  /\b1\.5 feet\b/g,
  /\b2-3 days\b/g,
  // The dispatch is never mentioned without the preparation before it.
  /\b24 hours after that\b/g,
  /\b2-4 days\b/g,
  /\b2-5 business days\b/g,
  /\b3-5 days\b/g,
  /\b1-2 months\b/g,
];

describe.each(sold)('the texts of $slug', (each) => {
  const { id, kind, details, defaultChocolate } = each;
  const { features, deliveryInfo, occasionIdeas, facts, faqs = [], testimonials = [] } = details;
  const isProd = kind === 'prod';
  const isEaten = defaultChocolate !== undefined;

  it('fit, are complete, without repetitions [entity-4,6]', () => {
    // The tagline into two lines on half a phone, the summary into two on a desktop.
    expect(each.tagline.length).toBeLessThanOrEqual(38);
    expect(each.summary.length).toBeLessThanOrEqual(70);
    expect(Boolean(facts)).toBe(isProd);
    expect(Boolean(occasionIdeas)).toBe(!isProd && kind !== 'combo');
    const questions = faqs.map(({ question }) => question);
    for (const list of [features, deliveryInfo, occasionIdeas, facts, faqs.length && questions]) {
      if (!list) continue;
      expect(list.length).toBeGreaterThanOrEqual(4);
      expect(new Set(list).size).toBe(list.length);
    }
    expect(testimonials).toHaveLength(kind === 'combo' ? 3 : 0);
    expect(questions).toHaveLength({ garland: 5, prod: 5, gift: 4, combo: 0 }[kind]);
    for (const question of questions) expect(question).toMatch(/\?$/);
    for (const text of allTexts(each)) {
      expect(text).toBe(text.trim());
      expect(text.length).toBeGreaterThan(5);
    }
  });

  it('have the label of its food, and its size', () => {
    const { food, size } = details;
    expect(size !== undefined).toBe(!each.versions);
    expect(food?.isVegetarian).toBe(isEaten || undefined);
    expect(/^Contains milk\b.*\. May contain .*\.$/.test(food?.allergens ?? '')).toBe(isEaten);
  });

  it('contain the figures of the specification once, and no others [shop-19]', () => {
    const page = pageTexts(details).join('\n');
    for (const figure of figures) expect(page.match(figure) ?? []).not.toHaveProperty('1');
    expect(/\babout 50\b/i.test(page)).toBe(kind === 'garland' || isProd);
    for (const text of allTexts(each)) {
      let rest = text;
      for (const figure of [...figures, /\b5 Star\b/g]) rest = rest.replaceAll(figure, '');
      expect(rest).not.toMatch(/\d/);
    }
  });

  it('make no promises that the shop cannot keep', () => {
    for (const text of allTexts(each)) {
      expect(text).not.toMatch(/\bfree\b|guarantee|only \w+ left|limited time|\bRs\b|\/-/i);
      // Nor do they say what kind of notes a garland has: only the claim does, once it is confirmed.
      expect(text).not.toMatch(/\bplay (money|notes?)\b|Reserve Bank|real notes?/i);
    }
  });

  it('say how it is packed and delivered, and how long it keeps [shop-15]', () => {
    const steps = deliverySteps(kind, kind === 'gift' ? 'Packed by hand, with care' : undefined);
    const keeping = id === '1' ? 'Stays good for 1-2 months' : 'Best enjoyed within 3-5 days';
    const info = isEaten ? [...steps, keeping] : steps;
    expect(deliveryInfo).toEqual(isProd ? undefined : info);
  });
});

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { covers } from '#support/covers.ts';
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
  ['3', 'Dairy Milk Garland', '/dairymilkgarland', 'chocolate', 999, 1299, 23],
  ['4', 'Fivestar Garland', '/fivestargarland', 'chocolate', 999, 1199, 17],
  ['5', 'KitKat Garland', '/kitkatgarland', 'currency', 1199, 1399, 14],
  ['6', 'Sandal Garland', '/sandlegarland', 'sandalwood', 190, 249, 24],
  ['1', 'Chocolate Bouquet', '/chocolatebouquet', 'chocolate', 699, 899, 22],
  ['2', 'Chocolate Crown', '/chocolatecrown', 'chocolate', 799, 995, 20],
  ['COMBO_001', 'Wedding Delight', '/weddingcombo', 'chocolate', 2499, 3299, 24],
  ['COMBO_003', 'Birthday Combo Pack', '/birthdaycombo', 'chocolate', 1899, 2499, 24],
  ['7', 'Dairy Milk Garland', '/prod', 'chocolate', 300, 400, 25],
] as const;

it.each(priceList)(
  'product %s is %s at %s',
  covers(
    'entity-1',
    'constant-2',
    'constant-7',
    'constant-8',
    'constant-9',
    'constant-10',
    'constant-12',
  ),
  (id, name, link, category, price, original, percent) => {
    const prices = { price: rupees(price), originalPrice: rupees(original) };
    expect(product(id)).toMatchObject({ id, name, link, category, ...prices });
    expect(discountPercent(prices.price, prices.originalPrice)).toBe(percent);
  },
);

it(
  'garlands of chocolate alone have versions: adult at the price of the product, and kids',
  covers(
    'shop-18',
    'entity-3',
    'entity-7',
    'constant-1',
    'constant-2',
    'constant-3',
    'constant-4',
    'constant-11',
  ),
  () => {
    const kids = { key: 'kids', name: 'Kids', price: rupees(799), originalPrice: rupees(999) };
    const prodKid = { name: 'Kid', price: rupees(250), originalPrice: rupees(350) };
    for (const [id] of priceList) {
      const { price, originalPrice, versions } = product(id);
      const both = [
        { key: 'adult', name: 'Adult', price, originalPrice, size: '3.5 feet' },
        { ...kids, ...(id === '7' && prodKid), size: '1.5 feet' },
      ];
      expect(versions).toEqual(['3', '4', '5', '7'].includes(id) ? both : undefined);
    }
  },
);

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

it(
  'chocolates can be ordered if they are listed or the default, except for the contact option',
  covers('constant-18'),
  () => {
    const listed = ['Dairy Milk', '5 Star', 'Munch', 'Milkybar', 'KitKat'];
    const contact = 'Any kind of chocolate contact us for it';
    expect(chocolateOptions.map(({ label }) => label)).toEqual([...listed, contact]);
    const others = ['Contact', contact, 'Fivestar', '', 'munch'];
    for (const name of listed) expect(mayOrderChocolate(product('2'), name)).toBe(true);
    for (const name of others) expect(mayOrderChocolate(product('2'), name)).toBe(false);
    expect(mayOrderChocolate(product('4'), 'Fivestar')).toBe(true);
    expect(mayOrderChocolate(product('4'), '5 Star')).toBe(false);
    expect(mayOrderChocolate(product('6'), 'Dairy Milk')).toBe(false);
  },
);

it.each([
  ['3', 'Dairy Milk', false],
  ['4', 'Fivestar', false],
  ['5', 'Kitkat Milk', false],
  ['6', undefined, false],
  ['1', 'Dairy Milk', true],
  ['2', 'Dairy Milk', true],
  ['COMBO_001', 'Dairy Milk', true],
  ['COMBO_003', 'Dairy Milk', true],
  ['7', 'Dairy Milk', false],
])(
  'product %s has the chocolate %s, from a list: %s',
  covers('constant-19'),
  (id, name, hasList) => {
    expect(product(id).defaultChocolate).toBe(name);
    expect(product(id).chocolates).toBe(hasList ? chocolateOptions : undefined);
  },
);

describe('listings', () => {
  it('of products begin with the three garlands, those of combos have titles of their own', () => {
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

  it(
    'show a rating of 4.8, and on /prod of 4.5 from 120',
    covers('entity-5', 'constant-20'),
    () => {
      for (const [id] of priceList) {
        const { rating, ratingCount } = product(id);
        expect([rating, ratingCount]).toEqual(id === '7' ? [4.5, 120] : [4.8, undefined]);
      }
    },
  );
});

describe('pictures', () => {
  const masters = JSON.parse(
    readFileSync(new URL('../../../art/masters/index.json', import.meta.url), 'utf8'),
  ) as Record<string, { alt: string; focus: number[] }>;

  it.each(sold)('of $slug match masters in name, text and focus', covers('entity-2'), (each) => {
    const pictures = galleryPictures(each, each.details);
    for (const { name, alt, focus } of pictures) {
      expect(masters[`${name}.webp`]).toMatchObject({ alt, focus });
    }
    expect(new Set(pictures.map(({ name }) => name)).size).toBe(pictures.length);
    expect(pictures[0]?.name).toMatch(/-1-hero$/);
    // Of one product, and two on its card, which shows the second on hover.
    expect(new Set(pictures.map(({ name }) => name.split('-')[0])).size).toBe(1);
    expect(each.pictures.length).toBeGreaterThanOrEqual(2);
    expect(!each.versions || pictures[2]?.name.endsWith('-3-kids')).toBe(true);
  });

  it.each([emptyCartPicture, noOrdersPicture])('of an empty screen exist: $name', (picture) => {
    expect(masters[`${picture.name}.webp`]).toMatchObject({ focus: picture.focus });
  });
});

describe('texts', () => {
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

  it.each(sold)(
    'of $slug fit, are complete, without repetitions',
    covers('entity-4', 'entity-6'),
    (each) => {
      // The tagline into two lines on half a phone, the summary into two on a desktop.
      expect(each.tagline.length).toBeLessThanOrEqual(38);
      expect(each.summary.length).toBeLessThanOrEqual(70);
      const { features, deliveryInfo, occasionIdeas, facts, faqs = [] } = each.details;
      const isProd = each.kind === 'prod';
      expect([facts, deliveryInfo].map(Boolean)).toEqual([isProd, !isProd]);
      expect(Boolean(occasionIdeas)).toBe(!isProd && each.kind !== 'combo');
      for (const list of [features, deliveryInfo, occasionIdeas, facts]) {
        if (list === undefined) continue;
        expect(list.length).toBeGreaterThanOrEqual(4);
        expect(new Set(list).size).toBe(list.length);
      }
      expect(each.details.testimonials ?? []).toHaveLength(each.kind === 'combo' ? 3 : 0);
      const questions = faqs.map(({ question }) => question);
      expect(questions).toHaveLength({ garland: 5, prod: 5, gift: 4, combo: 0 }[each.kind]);
      expect(new Set(questions).size).toBe(questions.length);
      for (const question of questions) expect(question).toMatch(/\?$/);
      for (const text of allTexts(each)) {
        expect(text).toBe(text.trim());
        expect(text.length).toBeGreaterThan(5);
      }
    },
  );

  it.each(sold)('of $slug have the label of its food, and its size', (each) => {
    const { food, size } = each.details;
    expect(size !== undefined).toBe(!each.versions);
    const isEaten = each.defaultChocolate !== undefined;
    expect(food?.isVegetarian).toBe(isEaten || undefined);
    expect(/^Contains milk\b.*\. May contain .*\.$/.test(food?.allergens ?? '')).toBe(isEaten);
  });

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

  it.each(sold)(
    'of $slug contain the figures of the specification once, and no others',
    covers('shop-19'),
    (each) => {
      const page = pageTexts(each.details).join('\n');
      for (const figure of figures) expect(page.match(figure) ?? []).not.toHaveProperty('1');
      const isGarland = each.kind === 'garland' || each.kind === 'prod';
      expect(/\babout 50\b/i.test(page)).toBe(isGarland);
      for (const text of allTexts(each)) {
        const rest = [...figures, /\b5 Star\b/g].reduce(
          (left, figure) => left.replaceAll(figure, ''),
          text,
        );
        expect(rest).not.toMatch(/\d/);
      }
    },
  );

  it.each(sold)('of $slug make no promises that the shop cannot keep', (each) => {
    for (const text of allTexts(each)) {
      expect(text).not.toMatch(/\bfree\b|guarantee|only \w+ left|limited time|\bRs\b|\/-/i);
      // Nor do they say what kind of notes a garland has: only the claim does, once it is confirmed.
      expect(text).not.toMatch(/\bplay (money|notes?)\b|Reserve Bank|real notes?/i);
    }
  });

  it.each(sold.filter(({ kind }) => kind !== 'prod'))(
    'of $slug describe the delivery, the packaging where the title names it, then how long its chocolate keeps',
    covers('shop-15'),
    ({ id, kind, defaultChocolate, details }) => {
      const packaging = kind === 'gift' ? 'Packed by hand, with care' : undefined;
      const keeping = id === '1' ? 'Stays good for 1-2 months' : 'Best enjoyed within 3-5 days';
      const steps = deliverySteps(kind, packaging);
      expect(details.deliveryInfo).toEqual(defaultChocolate ? [...steps, keeping] : steps);
    },
  );
});

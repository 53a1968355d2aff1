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
import { chocolateOptions, galleryPictures, mayOrderChocolate } from './product.ts';
import type { Product, ProductDetails } from './product.ts';

const product = (id: string) => findProduct(id) as Product;

const detailsOf = async ({ slug }: Product) =>
  ((await import(`./products/${slug}.ts`)) as { details: ProductDetails }).details;

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

const specified = priceList.map(([id]) => product(id));

describe('the price list', () => {
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
      const sold = product(id);
      expect(sold).toMatchObject({
        id,
        name,
        link,
        category,
        price: rupees(price),
        originalPrice: rupees(original),
      });
      expect(discountPercent(sold.price, sold.originalPrice)).toBe(percent);
    },
  );

  it.each([
    ['3', 'adult', 'Adult', 999, 1299, '3.5 feet'],
    ['3', 'kids', 'Kids', 799, 999, '1.5 feet'],
    ['4', 'adult', 'Adult', 999, 1199, '3.5 feet'],
    ['4', 'kids', 'Kids', 799, 999, '1.5 feet'],
    ['5', 'adult', 'Adult', 1199, 1399, '3.5 feet'],
    ['5', 'kids', 'Kids', 799, 999, '1.5 feet'],
    ['7', 'adult', 'Adult', 300, 400, '3.5 feet'],
    ['7', 'kids', 'Kid', 250, 350, '1.5 feet'],
  ])(
    'product %s has the version %s, named %s',
    covers(
      'shop-18',
      'entity-7',
      'constant-1',
      'constant-2',
      'constant-3',
      'constant-4',
      'constant-11',
    ),
    (id, key, name, price, original, size) => {
      const version = product(id).versions?.find((each) => each.key === key);
      expect(version).toEqual({
        key,
        name,
        price: rupees(price),
        originalPrice: rupees(original),
        size,
      });
    },
  );

  it(
    "has versions for garlands only, with adult first and its price as the product's price",
    covers('entity-3'),
    () => {
      const versioned = specified.filter(({ versions }) => versions);
      expect(versioned.map(({ id }) => id).toSorted()).toEqual(['3', '4', '5', '7']);
      for (const { versions } of versioned) {
        expect(versions?.map(({ key }) => key)).toEqual(['adult', 'kids']);
      }
      for (const { versions, price, originalPrice } of catalogue.filter((each) => each.versions)) {
        expect(versions?.[0]).toMatchObject({ price, originalPrice });
      }
    },
  );

  it('has every price below its struck-through price', () => {
    for (const each of catalogue) {
      for (const { price, originalPrice } of [each, ...(each.versions ?? [])]) {
        expect(originalPrice).toBeGreaterThan(price);
      }
    }
  });

  it('marks the prices that the owner has to confirm', async () => {
    const details = await Promise.all(specified.map(detailsOf));
    const open = specified.filter((_, index) => details[index]?.forConfirmation);
    expect(new Set(open.map(({ id }) => id))).toEqual(new Set(['7', 'COMBO_001']));
    expect((await detailsOf(product('COMBO_001'))).forConfirmation).toContain('₹2,499');
  });
});

describe('chocolates', () => {
  it('have the labels of the specification', covers('constant-18'), () => {
    expect(chocolateOptions.map(({ label }) => label)).toEqual([
      'Dairy Milk',
      '5 Star',
      'Munch',
      'Milkybar',
      'KitKat',
      'Any kind of chocolate contact us for it',
    ]);
  });

  it('can be chosen for the crown, the bouquet and the combos, with Dairy Milk as the default', () => {
    const withList = specified.filter(({ chocolates }) => chocolates);
    expect(withList.map(({ id }) => id).toSorted()).toEqual(['1', '2', 'COMBO_001', 'COMBO_003']);
    for (const each of withList) {
      expect(each.chocolates).toBe(chocolateOptions);
      expect(each.defaultChocolate).toBe('Dairy Milk');
    }
  });

  it('of the other products are fixed', () => {
    const others = specified.filter(({ chocolates }) => !chocolates);
    expect(Object.fromEntries(others.map((each) => [each.id, each.defaultChocolate]))).toEqual({
      3: 'Dairy Milk',
      4: 'Fivestar',
      5: 'Kitkat Milk',
      6: undefined,
      7: 'Dairy Milk',
    });
  });

  it(
    'can be ordered if they are listed or the default, except for the contact option',
    covers('constant-18'),
    () => {
      const ordered = ['Dairy Milk', '5 Star', 'Munch', 'Milkybar', 'KitKat'];
      const others = ['Contact', chocolateOptions.at(-1)!.label, 'Fivestar', '', 'munch'];
      for (const name of ordered) expect(mayOrderChocolate(product('2'), name)).toBe(true);
      for (const name of others) expect(mayOrderChocolate(product('2'), name)).toBe(false);
      expect(mayOrderChocolate(product('4'), 'Fivestar')).toBe(true);
      expect(mayOrderChocolate(product('4'), '5 Star')).toBe(false);
      expect(mayOrderChocolate(product('6'), 'Dairy Milk')).toBe(false);
    },
  );
});

it('a product is found by its exact id, and ids, slugs and links are unique', () => {
  for (const each of catalogue) expect(findProduct(each.id)).toBe(each);
  for (const id of ['', '0', '8', 'combo_001', '__proto__']) {
    expect(findProduct(id)).toBeUndefined();
  }
  for (const field of ['id', 'slug', 'link'] as const) {
    expect(new Set(catalogue.map((each) => each[field])).size).toBe(catalogue.length);
  }
});

describe('listings', () => {
  it('of the products page begin with the three garlands', () => {
    const ids = listedProducts.map(({ id }) => id);
    expect(ids.slice(0, 3)).toEqual(['3', '4', '5']);
    expect(ids).toEqual(expect.arrayContaining(['1', '2', '6']));
    expect(ids).not.toContain('7');
  });

  it('show the two combos by their card titles', () => {
    const cards = comboProducts.map(({ cardTitle, name, link }) => [cardTitle ?? name, link]);
    expect(cards.slice(0, 2)).toEqual([
      ['Wedding Delight', '/weddingcombo'],
      ['Birthday Bliss', '/birthdaycombo'],
    ]);
  });

  it(
    'show a rating of 4.8, and of 4.5 from 120 ratings on /prod',
    covers('entity-5', 'constant-20'),
    () => {
      for (const each of specified.filter(({ id }) => id !== '7')) {
        expect(each.rating).toBe(4.8);
        expect(each).not.toHaveProperty('ratingCount');
      }
      expect(product('7')).toMatchObject({ rating: 4.5, ratingCount: 120 });
    },
  );
});

describe('pictures', () => {
  const masters = JSON.parse(
    readFileSync(new URL('../../../art/masters/index.json', import.meta.url), 'utf8'),
  ) as Record<string, { alt: string; focus: number[] }>;

  it.each(catalogue)(
    'of $slug match masters in name, text and focus',
    covers('entity-2'),
    async (each) => {
      const pictures = galleryPictures(each, await detailsOf(each));
      for (const { name, alt, focus } of pictures) {
        expect(masters[`${name}.webp`]).toMatchObject({ alt, focus });
      }
      expect(new Set(pictures.map(({ name }) => name)).size).toBe(pictures.length);
      expect(pictures[0]?.name).toMatch(/-1-hero$/);
      // Of one product, and two on its card, which shows the second on hover.
      expect(new Set(pictures.map(({ name }) => name.split('-')[0])).size).toBe(1);
      expect(each.pictures.length).toBeGreaterThanOrEqual(2);
    },
  );

  it.each(['3', '4', '5', '7'])(
    'of garland %s are four, with kids third and the scale last',
    async (id) => {
      const pictures = galleryPictures(product(id), await detailsOf(product(id)));
      expect(pictures).toHaveLength(4);
      expect(pictures[2]?.name).toMatch(/-3-kids$/);
      expect(pictures[3]?.name).toMatch(/-4-scale$/);
    },
  );

  it.each([emptyCartPicture, noOrdersPicture])(
    'of an empty screen exist as masters: $name',
    ({ name, focus }) => {
      expect(masters[`${name}.webp`]).toMatchObject({ focus });
    },
  );
});

describe('texts', () => {
  /** What a page says of the product, without the claims that wait to be confirmed. */
  const said = (details: ProductDetails) => [
    details.description,
    ...(details.facts ?? []),
    ...details.features,
    ...(details.deliveryInfo ?? []),
    ...(details.faqs ?? []).flatMap(({ question, answer }) => [question, answer]),
  ];

  const textsOf = (each: Product, details: ProductDetails) => [
    each.tagline,
    each.summary,
    ...said(details),
    ...(details.occasionIdeas ?? []),
    ...(details.food ? [details.food.allergens, details.food.netQuantity] : []),
    ...(details.food ? [details.food.bestBefore] : []),
    details.packed,
    ...(details.testimonials ?? []).flatMap(({ words, occasion }) => [words, occasion]),
  ];

  it.each(catalogue)(
    'of $slug are complete, without repetitions',
    covers('entity-4'),
    async (each) => {
      const details = await detailsOf(each);
      const { features, deliveryInfo, occasionIdeas, facts, faqs = [] } = details;
      const isProd = each.kind === 'prod';
      expect([facts, deliveryInfo].map(Boolean)).toEqual([isProd, !isProd]);
      expect(Boolean(occasionIdeas)).toBe(!isProd && each.kind !== 'combo');
      for (const list of [features, deliveryInfo, occasionIdeas, facts]) {
        if (list === undefined) continue;
        expect(list.length).toBeGreaterThanOrEqual(4);
        expect(new Set(list).size).toBe(list.length);
      }
      expect(details.testimonials ?? []).toHaveLength(each.kind === 'combo' ? 3 : 0);
      const questions = faqs.map(({ question }) => question);
      expect(new Set(questions).size).toBe(questions.length);
      for (const question of questions) expect(question).toMatch(/\?$/);
      for (const text of textsOf(each, details)) {
        expect(text).toBe(text.trim());
        expect(text.length).toBeGreaterThan(5);
      }
    },
  );

  it.each(catalogue)(
    'of $slug fit, and answer the questions of its kind',
    covers('entity-6'),
    async (each) => {
      // The tagline into two lines on half a phone, the summary into two on a desktop.
      expect(each.tagline.length).toBeLessThanOrEqual(38);
      expect(each.summary.length).toBeLessThanOrEqual(70);
      const { faqs = [] } = await detailsOf(each);
      expect(faqs).toHaveLength({ garland: 5, prod: 5, gift: 4, combo: 0 }[each.kind]);
    },
  );

  it.each(catalogue)('of $slug have the label of its food, and its size', async (each) => {
    const { food, size } = await detailsOf(each);
    expect(size !== undefined).toBe(!each.versions);
    const isEaten = each.defaultChocolate !== undefined;
    expect(food?.isVegetarian).toBe(isEaten || undefined);
    expect(/^Contains milk\b.*\. May contain .*\.$/.test(food?.allergens ?? '')).toBe(isEaten);
  });

  it('say of the currency notes what only the specification says, once', async () => {
    const kitkat = await detailsOf(product('5'));
    expect(kitkat.faqs?.[1]?.question).toBe('Can I choose the currency notes?');
    for (const each of catalogue) {
      for (const text of textsOf(each, await detailsOf(each))) {
        expect(text).not.toMatch(/\bplay (money|notes?)\b|Reserve Bank|real notes?/i);
      }
    }
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
  const names = /\b5 Star\b/g;

  it.each(catalogue)(
    'of $slug contain the figures of the specification and no others',
    covers('shop-19'),
    async (each) => {
      for (const text of textsOf(each, await detailsOf(each))) {
        const rest = [...figures, names].reduce(
          (left, figure) => left.replaceAll(figure, ''),
          text,
        );
        expect(rest).not.toMatch(/\d/);
      }
    },
  );

  it.each(catalogue)('of $slug say each figure once', async (each) => {
    const details = await detailsOf(each);
    const all = said(details).join('\n');
    for (const figure of figures) {
      expect(all.match(figure) ?? []).not.toHaveProperty('1');
    }
    const isGarland = each.kind === 'garland' || each.kind === 'prod';
    expect(/\babout 50\b/i.test(all)).toBe(isGarland);
  });

  it.each(catalogue)('of $slug make no promises that the shop cannot keep', async (each) => {
    for (const text of textsOf(each, await detailsOf(each))) {
      expect(text).not.toMatch(/\bfree\b|guarantee|only \w+ left|limited time|\bRs\b|\/-/i);
    }
  });

  const keeping = ({ id, defaultChocolate }: Product) => {
    if (!defaultChocolate) return [];
    return id === '1' ? ['Stays good for 1-2 months'] : ['Best enjoyed within 3-5 days'];
  };

  it.each(catalogue.filter(({ kind }) => kind !== 'prod'))(
    'of $slug describe the delivery, the packaging where the title names it, then how long its chocolate keeps',
    covers('shop-15'),
    async (each) => {
      const { deliveryInfo } = await detailsOf(each);
      expect(deliveryInfo).toEqual([
        'Prepared by hand in 2-3 days',
        ...(each.kind === 'gift' ? ['Packed by hand, with care'] : []),
        'Dispatched within 24 hours after that',
        'Tracking details follow once it is on its way',
        `Delivered in ${each.kind === 'combo' ? '2-4 days' : '2-5 business days'} across India`,
        ...keeping(each),
      ]);
    },
  );
});

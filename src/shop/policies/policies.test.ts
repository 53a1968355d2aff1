import { expect, it } from 'vitest';
import { legalDetails } from '#support/legal-details.ts';
import { brand, paymentPartner } from '../brand.ts';
import { claim, ownWrappers } from '../claims.ts';
import type { ProductKind } from '../catalogue/product.ts';
import { deliveryDates, deliverySteps } from '../catalogue/delivery.ts';
import type { Policy } from './policy.ts';
import { privacy } from './privacy.ts';
import { refunds } from './refunds.ts';
import { shipping } from './shipping.ts';
import { sellerSentence, terms } from './terms.ts';

const textOf = ({ sections }: Policy) =>
  sections
    .flatMap(({ ways = [], content, note = '' }) => [
      ...ways.flatMap(({ head = [], steps }) => [...head, ...steps.flat()]),
      ...content.flat(),
      note,
    ])
    .join('\n');

it.each([shipping, refunds, privacy, terms])(
  '$title has no repeated and no untrimmed texts',
  (policy) => {
    const titles = policy.sections.map(({ title }) => title);
    expect(new Set(titles).size).toBe(titles.length);
    const texts = policy.sections.flatMap(({ content }) => content.flat());
    expect(new Set(texts).size).toBe(texts.length);
    for (const text of [...titles, ...texts]) expect(text).toBe(text.trim());
  },
);

it('each page has its title', () => {
  const titles = [shipping, refunds, privacy, terms].map(({ title }) => title);
  expect(titles).toEqual([
    'Shipping and delivery',
    'Cancellation and refunds',
    'Privacy',
    'Terms of sale',
  ]);
});

it('the shipping page has the delivery steps of the product pages', () => {
  const [ways = []] = shipping.sections.map((section) => section.ways);
  for (const [at, kind] of (['garland', 'combo'] as const).entries()) {
    const productPage = deliverySteps(kind).join('\n');
    for (const step of ways[at]!.steps) expect(productPage).toContain(step.join(' '));
  }
});

it.each<[string, ProductKind]>([
  ['Garlands, the crown and the bouquet', 'garland'],
  ['Combo packs', 'combo'],
])(
  'the shipping page states the longest time from the order to the delivery of %s',
  (what, kind) => {
    const day = (date: string) => Date.parse(date) / 86_400_000;
    const arrivals = Array.from({ length: 7 }, (_, weekday) => {
      const ordered = `2026-11-${16 + weekday}`;
      const { to } = deliveryDates(kind, new Date(`${ordered}T12:00+05:30`));
      return day(to) - day(ordered);
    });
    expect(textOf(shipping)).toContain(
      `${what}\nAbout ${Math.max(...arrivals)} days at the most\nfrom order to door`,
    );
  },
);

it('the pages state what a price includes, and whose wrappers these are, once it is confirmed', () => {
  const words = 'taxes and delivery';
  for (const policy of [shipping, terms]) {
    expect(textOf(policy).includes(words)).toBe(claim('taxesAndDelivery', words) === words);
  }
  const included = claim('taxesAndDelivery', ` and include ${words}`) ?? '';
  expect(textOf(terms)).toContain(`Prices are in Indian rupees${included}. The amount`);
  expect(textOf(terms).includes('own wrappers')).toBe(ownWrappers !== undefined);
});

it.each([
  [
    shipping,
    ['all 28 states of India', 'ask us on chat', 'Place Order button is all that you pay'],
  ],
  [refunds, ['Until the order is dispatched you can cancel it', '5-7 working days']],
  [refunds, ['within 48 hours of the delivery', 'made for your order, cannot be returned']],
  [terms, ['You agree to these rules when', 'Please be 18 or older']],
  [privacy, ['See what we have', 'Correct it', 'Erase it', 'Name a person', 'Complain']],
  [privacy, [`${paymentPartner}, our payment partner`]],
])('$title names what the law gives a shopper: %s', (policy, words) => {
  for (const each of words) expect(textOf(policy)).toContain(each);
});

it('the terms name the seller, as far as the details are filled in', () => {
  expect(textOf(terms)).toContain(sellerSentence(brand));
  const name = 'Maalai is the shop of Kavya Raman Gifts LLP';
  const whole = `${name}, 12, South Mada Street, Chennai 600004. FSSAI licence no. 12424008000123.`;
  expect(sellerSentence(legalDetails)).toBe(whole);
  expect(sellerSentence({ ...legalDetails, address: '', fssai: '' })).toBe(`${name}.`);
});

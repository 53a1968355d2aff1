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

it('the shipping page has the delivery steps of the product pages', () => {
  const text = textOf(shipping);
  const [ways = []] = shipping.sections.map((section) => section.ways);
  for (const [at, kind] of (['garland', 'combo'] as const).entries()) {
    const said = deliverySteps(kind).join('\n');
    for (const step of ways[at]!.steps) expect(said).toContain(step.join(' '));
  }
  expect(text).toContain('all 28 states of India');
  expect(text).toContain('ask us on chat');
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

it('the facts of the privacy page name its sections', () => {
  const titles = privacy.sections.map(({ title }) => title);
  for (const [section] of privacy.facts!) expect(titles).toContain(section);
});

it('the shipping page and the terms state what a price includes once it is confirmed', () => {
  for (const policy of [shipping, terms]) {
    const words = 'taxes and delivery';
    expect(textOf(policy).includes(words)).toBe(claim('taxesAndDelivery', words) === words);
  }
});

it('the terms speak of the makers’ own wrappers once the owner has confirmed it', () => {
  expect(textOf(terms).includes('own wrappers')).toBe(ownWrappers !== undefined);
});

it('the refunds page covers cancellation before the dispatch and damage on arrival', () => {
  const text = textOf(refunds);
  expect(text).toContain('Until the order is dispatched you can cancel it');
  expect(text).toContain('within 48 hours of the delivery');
  expect(text).toContain('5-7 working days');
});

it('the privacy page names the rights of the DPDP Act and the recipient of the data', () => {
  const text = textOf(privacy);
  for (const words of ['See what we have', 'Correct it', 'Erase it', 'Name a person', 'Complain']) {
    expect(text).toContain(words);
  }
  expect(text).toContain(`${paymentPartner}, our payment partner`);
});

it('the terms name the seller, as far as the details are filled in', () => {
  expect(textOf(terms)).toContain(sellerSentence(brand));
  expect(sellerSentence(legalDetails)).toBe(
    'Maalai is the shop of Kavya Raman Gifts LLP, 12, South Mada Street, Chennai 600004. FSSAI licence no. 12424008000123.',
  );
  expect(sellerSentence({ ...legalDetails, address: '', fssai: '' })).toBe(
    'Maalai is the shop of Kavya Raman Gifts LLP.',
  );
});

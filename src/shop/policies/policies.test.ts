import { legalDetails } from '#support/legal-details.ts';
import { expect, it } from 'vitest';
import { brand, paymentPartner, priceIncludes } from '../brand.ts';
import type { ProductKind } from '../catalogue/product.ts';
import { deliveryDates } from '../delivery-dates.ts';
import { deliverySteps } from '../delivery-estimate.ts';
import type { Policy } from './policy.ts';
import { privacy } from './privacy.ts';
import { refunds } from './refunds.ts';
import { shipping } from './shipping.ts';
import { sellerSentence, terms } from './terms.ts';

const textOf = ({ sections }: Policy) =>
  sections
    .flatMap(({ ways = [], content }) => [
      ...ways.flatMap(({ head = [], steps }) => [...head, ...steps.flat()]),
      ...content.flat(),
    ])
    .join('\n');

it.each([shipping, refunds, privacy, terms])('$title says each thing once, in full', (policy) => {
  const titles = policy.sections.map(({ title }) => title);
  expect(new Set(titles).size).toBe(titles.length);
  const texts = policy.sections.flatMap(({ content }) => content.flat());
  expect(new Set(texts).size).toBe(texts.length);
  for (const text of [policy.lede, ...titles, ...texts]) expect(text).toBe(text.trim());
});

it('promises the delivery of the product pages, in their words', () => {
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
])('sums up the way of %s as the product pages do, whatever the day of the order', (what, kind) => {
  const day = (date: string) => Date.parse(date) / 86_400_000;
  const arrivals = Array.from({ length: 7 }, (_, weekday) => {
    const ordered = `2026-11-${16 + weekday}`;
    const { to } = deliveryDates(kind, new Date(`${ordered}T12:00+05:30`));
    return day(to) - day(ordered);
  });
  expect(textOf(shipping)).toContain(
    `${what}\nAbout ${Math.max(...arrivals)} days at the most, from order to door`,
  );
});

it('begins the privacy page with facts that lead to its sections', () => {
  const titles = privacy.sections.map(({ title }) => title);
  for (const [section] of privacy.facts!) expect(titles).toContain(section);
});

it('says in both places what a price includes', () => {
  for (const policy of [shipping, terms])
    expect(textOf(policy)).toContain(`include ${priceIncludes}.`);
});

it('refunds what was cancelled before the dispatch, and what arrived damaged', () => {
  const text = textOf(refunds);
  expect(text).toContain('Until the order is dispatched you can cancel it');
  expect(text).toContain('within 48 hours of the delivery');
  expect(text).toContain('5-7 working days');
});

it('names the rights of the DPDP Act, and who else gets the data', () => {
  const text = textOf(privacy);
  for (const words of ['See what we have', 'Correct it', 'Erase it', 'Name a person', 'Complain']) {
    expect(text).toContain(words);
  }
  expect(text).toContain(`${paymentPartner}, our payment partner`);
});

it('says who sells', () => {
  expect(textOf(terms)).toContain(sellerSentence(brand));
  expect(sellerSentence(legalDetails)).toBe(
    'Maalai is the shop of Kavya Raman Gifts LLP, 12, South Mada Street, Chennai 600004. FSSAI licence no. 12424008000123.',
  );
  expect(sellerSentence({ ...legalDetails, address: '', fssai: '' })).toBe(
    'Maalai is the shop of Kavya Raman Gifts LLP.',
  );
});

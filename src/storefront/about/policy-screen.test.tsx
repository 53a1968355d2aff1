import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { legalDetails } from '#support/legal-details.ts';
import { brand, sellerLines } from '../../shop/brand.ts';
import { policyNames, policyPath } from '../../shop/paths.ts';
import { routeAt } from '../app/routes.tsx';
import { complaintSentence } from './policy-screen.tsx';

async function open(path: string): Promise<string> {
  const { default: Screen } = await routeAt(path).load();
  return renderToStaticMarkup(<Screen />);
}

test.each(policyNames)('%s has a page with seller, contacts and complaints', async (name) => {
  expect(routeAt(policyPath(name)).title).toBe(name);
  const html = await open(policyPath(name));
  expect(html.match(/<h1[ >]/g)).toHaveLength(1);
  const complaints = ['<h2>Questions and complaints</h2>', 'Our grievance officer', '48 hours'];
  const contacts = [`mailto:${brand.email}`, `tel:${brand.phone}`, 'https://wa.me/'];
  const links = contacts.map((contact) => `href="${contact}`);
  for (const part of [...sellerLines(brand), ...complaints, ...links]) expect(html).toContain(part);
});

test.each([
  ['Terms', 'The pages [Shipping](/shipping) and [Refunds](/refunds) are part of these terms.'],
  ['Shipping', 'Our [refunds page](/refunds) says what we do then.'],
  ['Privacy', '[Your orders](/your-orders) and [your account page](/account) show most of it'],
] as const)('%s links to the page that a sentence names: %s', async (name, sentence) => {
  const html = await open(policyPath(name));
  expect(html).toContain(sentence.replaceAll(/\[(.+?)\]\((.+?)\)/g, '<a href="$2">$1</a>'));
});

test.each([
  ['/shipping', 2, ['Prepared', 'Dispatched', 'Delivered']],
  ['/refunds', 1, ['We refund', 'We tell you', 'Your bank']],
])('%s shows %i strings of three steps', async (path, count, steps) => {
  const lists = [...(await open(path)).matchAll(/<ol[^>]*>(.*?)<\/ol>/gs)];
  const names = lists.map(([, list = '']) => [...list.matchAll(/<b>(.+?)<\/b>/g)]);
  expect(names.map((all) => all.map(([, name]) => name))).toEqual(Array(count).fill(steps));
});

test.each([
  ['Refunds', ['48 hours', '5-7 working days']],
  ['Privacy', ['120 days', 'e-mails', 'sign-up']],
  ['Shipping', ['24 hours', '3-5 days', '2-5 business days', '1-2 months']],
] as const)('%s has no line break within what belongs together: %s', async (name, parts) => {
  const html = await open(policyPath(name));
  for (const part of parts) expect(html).toMatch(new RegExp(`<span class="[^"]+">${part}</span>`));
});

test('nobody misses where the allergens are', async () => {
  const [, beforeNote = ''] = (await open('/terms')).split('<h2>Made by hand</h2>');
  const [section = ''] = beforeNote.split('</section>');
  expect(section).toMatch(/<svg.*<p>Ingredients, allergens and dates are on each wrapper/);
});

test('a row has its subject in bold, a point is plain text', async () => {
  const privacy = await open('/privacy');
  expect(privacy).toContain('<li><b>Your orders </b><span>What you bought, what you paid,');
  const shipping = await open('/shipping');
  expect(shipping).toContain('<span>Chocolate melts. Please have someone at home');
  expect(shipping).toContain('<li><span>If something is damaged or missing,');
});

test('each fact at the beginning of a page links to its section', async () => {
  const html = await open('/privacy');
  const [, list = ''] = /<h2>In short<\/h2><div[^>]*><ul[^>]*>(.*?)<\/ul>/s.exec(html) ?? [];
  const ids = [...list.matchAll(/href="#([\w-]+)"/g)].map(([, id]) => id);
  expect(ids).toHaveLength(4);
  for (const id of ['in-short', ...ids]) {
    expect(html).toContain(`<span id="${id}"`);
    expect(html.split('</nav>')[1]).toContain(`href="#${id}"`);
  }
});

test('the grievance officer is named once the name is filled in', () => {
  expect(complaintSentence(legalDetails)).toMatch(/^Our grievance officer, Kavya Raman, answers/);
  const nobody = complaintSentence({ ...legalDetails, grievanceOfficer: '' });
  expect(nobody).toMatch(/^Our grievance officer answers/);
});

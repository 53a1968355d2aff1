// Every e-mail says the same in HTML and in plain text, and no text of a shopper becomes markup.
import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attentionFacts, orderFacts, refundFacts, sentFacts } from '#support/server/order-facts.ts';
import { brand } from '../../shop/brand.ts';
import type { QuoteLine } from '../../shop/price.ts';
import type { Email } from './outbox.ts';
import { colours, pictureId } from './render.ts';
import { createFindPicture, writeEmail } from './write-email.ts';

const ORIGIN = 'https://maalai.example';

const entities: Record<string, string> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
};

/** Returns the text that a person reads: without tags, entities decoded, white space as a browser shows it. */
function read(html: string): string {
  const body = html.slice(html.indexOf('<body')).replace(/<div style="display:none.*?<\/div>/s, '');
  return body
    .replaceAll('<wbr>', '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(?:lt|gt|quot|#39|amp);/g, (entity) => entities[entity]!)
    .replaceAll(/\s+/g, ' ');
}

/** Returns the words of a text, without links and signs between words. */
function words(text: string): string[] {
  const all = text.replaceAll(/https:\S+/g, '').split(/[\s:.=]+/);
  return [...new Set(all.filter((word) => /[\p{L}\p{N}]/u.test(word)))].toSorted();
}

const orderId = 'MA-7K3N9QX2VD';
const email = 'kavya@shopper.example';
const { snapshot } = orderFacts();
const { quote, delivery } = snapshot;
const { coupon: _coupon, ...withoutCoupon } = quote;
const { landmark, ...withoutLandmark } = delivery;
const { selectedVersion: _version, versionName: _name, ...plainLine } = quote.lines[1]!;
const { isEmailConfirmed: _confirmed, ...unconfirmed } = orderFacts();
const { expected: _sum, email: _who, snapshot: _what, ...unknown } = attentionFacts();
const { trackingUrl, trackingNumber: _number, ...untracked } = sentFacts();

const note = 'Dear Amma,\nhappy <3 birthday!';
const wishes = { giftNote: note, neededBy: '2026-11-26' };
const combos = ['COMBO_001', 'COMBO_003'].map((productId) => ({ ...quote.lines[1]!, productId }));
const withWishes = { snapshot: { quote, delivery: { ...delivery, ...wishes } } };
const wished = `Arrives: 23-26 November\nNeeded by: 26 November 2026\n … Gift note\n---------\n${note}\n`;
const bare = { quote: { ...withoutCoupon, lines: [plainLine] }, delivery: withoutLandmark };
const promised = { orderId, email, lines: quote.lines, promisedBy: '2026-12-03' };
const link = { email, token: 'dG9rZW4', expiresAt: '2026-11-14T13:45:00.000Z' };
const changed = { email, changedAt: '2026-11-14T13:45:00.000Z' };
const signedIn = { email, signedInAt: changed.changedAt };
const linkWorks = 'once, until 14 November 2026 at 7:15 pm IST';
const morning = { day: '2026-12-01', late: 0, today: 0, tomorrow: 0, later: 0, flagged: 0 };
const refund = { orderId, isOrderRefunded: true };

const receipt = (change = {}): Email => ({ kind: 'order-receipt', facts: orderFacts(change) });
const notice = (change = {}): Email => ({ kind: 'order-notice', facts: orderFacts(change) });
const attention = (change = {}): Email => {
  return { kind: 'payment-attention', facts: attentionFacts(change) };
};
const sent = (change = {}): Email => ({ kind: 'order-sent', facts: { ...sentFacts(), ...change } });
const daily = (change = {}): Email => ({ kind: 'daily', facts: { ...morning, ...change } });
const later = (change = {}): Email => ({
  kind: 'order-promise',
  facts: { ...promised, ...change },
});
const refunded = (change = {}): Email => ({ kind: 'payment-refund', facts: refundFacts(change) });

/** An e-mail, what its text contains one after the other, with '…' in between, and what it must not contain. */
type Row = [email: Email, contained: string, missing?: RegExp];

const emails: readonly Row[] = [
  [
    receipt(),
    `Yay! Order Placed … Thank you, Kavya & <b>Raman</b>! … ${orderId} … 15 November 2026 at 1:15 am IST …
    Kids · Dairy Milk · 2 × ₹799 = ₹1,598.00 … Munch · 1 × ₹799 … SAVE15 (15% off): −₹359.55 … ₹2,037.45 …
    12, South Mada Street … Mylapore, Chennai … Opposite the "temple" tank … Tamil Nadu - 600004 …
    +91 98765 43210 … Prepared by hand in 2-3 days … Tracking details follow …
    Delivered in 2-5 business days across India`,
    /Gift note|Needed by|Send by|2-4 days/,
  ],
  [receipt(withWishes), wished, /Send by/],
  [
    receipt({ snapshot: { delivery, quote: { ...quote, lines: combos } } }),
    'Delivered in 2-4 days across India',
    /business days/,
  ],
  [receipt({ snapshot: bare }), 'Munch · 1 × ₹799', /undefined|Coupon|Landmark|Total:|· ·/],
  [
    notice(),
    `${orderId} … Send by: 19 November … ${email} … pay_1 … Kids · Dairy Milk · 2 × ₹799 …
    ₹2,037.45 … 600004`,
    /Gift note|Needed by/,
  ],
  [notice(withWishes), wished],
  [
    attention(),
    `₹1.00 was captured, but ₹2,037.45 was asked for. … Missing: ₹2,036.45 … No order was recorded …
    agree with the customer on what to send. … ${email} … +91 98765 43210 … Payment ID: pay_1 … order_1`,
  ],
  [attention({ paid: 203_746 }), 'Asked for: ₹2,037.45\nToo much: ₹0.01\n'],
  [
    attention({ orderId, paidCurrency: 'USD' }),
    `100 of the smallest unit of USD …
    Order ${orderId} is paid already: refund this payment there.`,
    /Missing|Too much/,
  ],
  [attention({ isOnlyAuthorized: true }), 'Authorised: ₹1.00 … only blocked the money', /refund/i],
  [attention({ isDisputed: true }), 'Open the dispute … Kavya', /refund it/],
  [
    attention({ isDisputed: false }),
    'News of a dispute … nothing to answer … Kavya',
    /refund|Send|accept|in time|attention/,
  ],
  [
    { kind: 'payment-attention', facts: unknown },
    'it has the customer’s e-mail address … or refund it there',
    /undefined|Asked for|The customer\n/,
  ],
  [
    refunded({ refundId: 'rfnd_1' }),
    `This payment did not become an order. … ₹2,037.45 … pay_1 … rfnd_1 …
    15 November 2026 at 1:15 am IST … within 5 to 7 working days`,
  ],
  [refunded({ orderId }), `paid twice: your order ${orderId} is paid and stays as it is`],
  [
    refunded(refund),
    `Your money is on its way back … It was the payment for your order ${orderId}.`,
    /stays as it is/,
  ],
  [
    refunded({ ...refund, isPartial: true }),
    `Part of your money is on its way back …
    It is part of what you paid for your order ${orderId}.`,
    /cancelled|Reason/,
  ],
  [
    refunded({ ...refund, isPartial: true, isCancelled: true, reason: 'No <roses> left' }),
    `Your order is cancelled … Your order ${orderId} is cancelled: we do not send it. …
    Reason: No <roses> left`,
    /Part of your money/,
  ],
  [
    { kind: 'desk-sign-in', facts: { ...signedIn, device: 'Chrome on Android' } },
    `If it was you, there is nothing to do. … ${email} … 14 November 2026 at 7:15 pm IST …
    Chrome on Android … press ‘Sign out’ beside your e-mail`,
  ],
  [
    daily({ late: 1, today: 3, flagged: 2, disputed: 1 }),
    '3 to send today, 1 late … 2 payments wait for you … 1 payment waits for your answer … Late: 1 … Today: 3 … Tomorrow: 0',
  ],
  [
    daily(),
    'Nothing to make: every order has left … The shop is running, and no payment waits',
    /late$/m,
  ],
  [
    sent(),
    `2-5 business days … Track: ${trackingUrl} … 2 × Dairy Milk Garland (Kids), 1 × Chocolate Crown …
    15 November 2026 at 1:15 am IST … Delhivery … Tracking number: 1234567890`,
    /Kavya|Mylapore|600004/,
  ],
  [
    sent({ before: { ...sentFacts(), courier: 'DTDC', trackingNumber: '1' } }),
    `corrected the courier and the tracking number of … Track: ${trackingUrl} …
    Delhivery (not DTDC) … Tracking number: 1234567890 (not 1)`,
    /tracking page/,
  ],
  [
    sent({ before: sentFacts() }),
    'Below is the right tracking of your parcel. Sorry … Tracking number: 1234567890',
    /corrected|not 1234567890/,
  ],
  [
    later(),
    `Your gift comes later … We send it by 3 December, and it arrives 7-10 December. … In it: 2 × Dairy …
    Sent by: 3 December … Arrives: 7-10 December`,
    /again|Reason|nothing more|Kavya|Mylapore/,
  ],
  [
    later({ isAgain: true, reason: 'It <b>roke' }),
    `We are making your gift again … You pay nothing more. We send it by 3 December … Made again: 2 × Dairy …
    Reason: It <b>roke`,
    /later|longer/,
  ],
  [receipt({ promisedBy: '2026-12-03' }), 'Arrives: 7-10 December'],
  [notice({ promisedBy: '2026-12-03' }), 'Send by: 3 December'],
  [
    { kind: 'order-sent', facts: untracked },
    `Your orders: ${ORIGIN}/your-orders`,
    /Tracking number/,
  ],
  [
    { kind: 'password-reset', facts: link },
    `Set a new password: ${ORIGIN}/reset-password#dG9rZW4\n … ${email} … ${linkWorks}`,
  ],
  [
    { kind: 'email-confirmation', facts: link },
    `Confirm my e-mail: ${ORIGIN}/confirm-email#dG9rZW4\n … ${email} … ${linkWorks}`,
  ],
  [
    { kind: 'password-changed', facts: changed },
    `${email} … 14 November 2026 at 7:15 pm IST … on every device …
    the link to a new password was opened from there`,
  ],
  [
    { kind: 'password-changed', facts: { ...changed, isByOldPassword: true } },
    'on every other device … change it there too: someone else knows it',
  ],
  [
    { kind: 'account-deleted', facts: { email, deletedAt: changed.changedAt } },
    `${email} … 14 November 2026 at 7:15 pm IST … as long as tax law makes us …
    120 days after it was placed`,
  ],
];

const titled = emails.map((row): [string, ...Row] => [row[0].kind, ...row]);

describe.each(titled)('%s, e-mail %# of the table', (_kind, written, contained, missing) => {
  const { subject, html, text } = writeEmail(written, ORIGIN);

  it('contains everything, and the same in HTML and in plain text', () => {
    let rest = text;
    // The shop's own address is of no use to itself.
    const isToShop = /^(?:order-notice|payment-attention|daily|desk-sign-in)$/.test(written.kind);
    const foot = isToShop ? ['goes to the shop itself'] : [brand.email, brand.phoneDisplay];
    foot.push(brand.fssai);
    for (const part of [...contained.split(/ …\s+/), ...foot]) {
      expect(rest).toContain(part);
      rest = rest.slice(rest.indexOf(part));
    }
    expect(words(read(html))).toEqual(words(text));
    expect(missing?.exec(text) ?? null).toBeNull();
    expect(subject).toMatch(/^[^\r\n]{10,150}$/);
  });

  it('loads and runs nothing, links only to the shop, and repeats backgrounds as attributes', () => {
    expect(html).not.toMatch(/<(?:script|img|link|iframe|form)|\bsrc=|url\(|@import/i);
    const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, target = '']) => target);
    // The courier's page is the one exception.
    for (const target of links.filter((each) => each !== trackingUrl)) {
      expect(target).toMatch(/^(?:mailto:|tel:\+91|https:\/\/maalai\.example\/)/);
    }
    for (const target of links.filter((each) => each.startsWith('https:'))) {
      expect(text).toContain(`: ${target}\n`);
    }
    // A program with a dark mode must not change one of the two.
    for (const [, tag] of html.matchAll(/<td([^>]*background:[^>]*)>/g)) {
      expect(tag).toMatch(/bgcolor="(#[0-9a-f]{6})"[^>]*background:\1/s);
    }
  });
});

it('no text of a shopper becomes markup', () => {
  // But for where an address may break.
  const tags = (html: string) => html.replaceAll('<wbr>', '').match(/</g)?.length;
  const htmlWith = (more: object, from = email) => {
    const order = { email: from, snapshot: { quote, delivery: { ...delivery, ...more } } };
    return writeEmail(notice(order), ORIGIN).html;
  };
  const expected = tags(htmlWith({ giftNote: 'Dear Amma' }));
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
      const typed = {
        customerName: `<s>'"&${text}`,
        landmark: `${text}<u`,
        giftNote: `<u>${text}`,
      };
      const html = htmlWith(typed, `"><i>${text}`);
      expect(tags(html)).toBe(expected);
      expect(html).not.toMatch(/href="[^"]*<|<s>'|<u\b/);
    }),
    { seed: 7 },
  );
});

it('an e-mail about as many lines as an order can have has a short subject and a bounded text', () => {
  const lines = Array.from({ length: 29 }, () => quote.lines[0]!);
  const productName = lines.map(({ name }) => name).join(', ');
  const many = { snapshot: { delivery, quote: { ...quote, lines, productName } } };
  const all = [receipt(many), notice(many), attention(many), refunded(many), sent({ lines })];
  for (const each of all) {
    const { subject, text, html } = writeEmail(each, ORIGIN);
    expect(subject.length).toBeLessThanOrEqual(200);
    expect(text.length).toBeLessThan(8_000);
    expect(html.length).toBeLessThan(100_000);
  }
  const { subject } = writeEmail(notice(many), ORIGIN);
  const names = Array.from({ length: 3 }, () => 'Dairy Milk Garland').join(', ');
  expect(subject).toBe(`New order ${orderId}: ${names} and 26 more, ₹2,037.45`);
});

// Receipts from before `isEmailConfirmed` existed do not have it.
it.each([{ ...unconfirmed, isEmailConfirmed: false }, unconfirmed])(
  'a receipt to an unconfirmed address repeats nothing that the shopper wrote',
  (facts) => {
    const typed = { ...delivery, phoneNumber: '9012345678', giftNote: 'Visit my site' };
    const order = { ...facts, snapshot: { quote, delivery: typed } };
    const { subject, html, text } = writeEmail({ kind: 'order-receipt', facts: order }, ORIGIN);
    const { customerName, pincode, address, giftNote } = typed;
    const secrets = [customerName, landmark!, pincode, '90123', giftNote, ...address.split('\n')];
    for (const part of [...secrets, 'Gift note']) {
      for (const where of [subject, html, read(html), text]) expect(where).not.toContain(part);
    }
    expect(words(read(html))).toEqual(words(text));
    expect(text).toContain('You can see it under Your orders.');
    expect(text).toContain('Once you have confirmed your e-mail');
  },
);

it.each([
  [notice(), `/orders/${orderId}`],
  [attention({ orderId }), `/orders/${orderId}`],
  [attention(), '/'],
  [daily(), '/'],
])('an e-mail to the owner links to the desk, if it has an address: %#', (written, path) => {
  const desk = 'https://desk.maalai.example';
  const target = `${desk}${path}`;
  const { html, text } = writeEmail(written, ORIGIN, undefined, desk);
  expect(html).toContain(`href="${target}"`);
  expect(text).toContain(`: ${target}\n`);
  expect(text).toMatch(/at the desk: https:\/\/desk\.maalai\.example\/\n/);
  for (const shown of [html, text]) expect(shown).not.toContain(brand.email);
  expect(writeEmail(written, ORIGIN).text).not.toContain(desk);
  expect(writeEmail(receipt(), ORIGIN, undefined, desk).text).not.toContain(desk);
});

it.each<[Email, numbered: number, text: string]>([
  [receipt(), 4, '1. Prepared by hand'],
  [attention(), 3, '1. Open the payment'],
  [attention({ isDisputed: false }), 0, '\nThere is nothing to answer.'],
  [sent(), 0, '- It can take a day'],
  [later(), 0, '- You get an e-mail'],
  [refunded(), 0, '- Banks show'],
  [{ kind: 'account-deleted', facts: { email, deletedAt: changed.changedAt } }, 0, '\nWrite to '],
])('only what is done one after the other is numbered: %#', (written, numbered, start) => {
  const { html, text } = writeEmail(written, ORIGIN);
  expect([...html.matchAll(/>\d<\/div>/g)]).toHaveLength(numbered);
  expect(text).toContain(start);
});

it('no line ends within an order number, and an address ends one only after @ and dots', () => {
  const { html, text } = writeEmail(notice(), ORIGIN);
  expect(html).toContain('>kavya@<wbr>shopper.<wbr>example<');
  for (const found of html.split('<body')[1]!.matchAll(/(.{9})MA-7K3N9QX2VD/gs)) {
    expect(found[1]).toBe('nowrap;">');
  }
  expect(text).toContain('E-mail: kavya@shopper.example\n');
});

it('an e-mail about the refund of an order is headed by its number', () => {
  expect(writeEmail(refunded(refund), ORIGIN).text).toMatch(/^Maalai · Order MA-7K3N9QX2VD\n/);
  expect(writeEmail(refunded(), ORIGIN).text).toMatch(/^Maalai · Payment pay_1\n/);
});

describe('the pictures of an e-mail', () => {
  const bytes = Buffer.from('jpeg');

  it('show the version that was ordered, and are attached', () => {
    const { html, pictures } = writeEmail(receipt(), ORIGIN, () => bytes);
    const names = ['dairymilk-3-kids', 'crown-1-hero'];
    const all = ['wordmark', ...names];
    expect(pictures).toEqual(all.map((name) => ({ name, bytes })));
    const sources = [...html.matchAll(/src="([^"]*)"/g)].map(([, source]) => source);
    expect(sources).toEqual(all.map((name) => `cid:${pictureId(name)}`));
  });

  it('stand with their names in the head, of five the first four, each once', () => {
    const [kids, crown] = quote.lines as [QuoteLine, QuoteLine];
    const like = (name: string): QuoteLine => ({ ...kids, picture: { ...kids.picture, name } });
    const lines = [kids, kids, crown, like('third'), like('fourth'), like('fifth')];
    const { html } = writeEmail(sent({ lines }), ORIGIN, () => bytes);
    const shown = [...html.matchAll(/alt="([^"]*)"\s+width="(\d+)"/g)].map(([, ...each]) => each);
    const garland = 'Dairy Milk Garland';
    const names = [garland, 'Chocolate Crown', garland, garland];
    expect(shown).toEqual([['Maalai', '132'], ...names.map((name) => [name, '96'])]);
  });

  it('are left out where the shop no longer has them', () => {
    const { html, pictures } = writeEmail(receipt(), ORIGIN, (name) =>
      name === 'crown-1-hero' ? bytes : undefined,
    );
    expect(pictures).toEqual([{ name: 'crown-1-hero', bytes }]);
    expect(html.match(/<img/g)).toHaveLength(1);
    expect(read(html)).toContain('Kids · Dairy Milk · 2 × ₹799');
  });

  it('are found among the files of the site', () => {
    const file = (body: string) => ({ as: { identity: { body: Buffer.from(body) } } });
    const find = createFindPicture(
      new Map([
        ['/pictures/1a2b/crown-1-hero-mail.jpg', file('small')],
        ['/pictures/1a2b/crown-1-hero-share.jpg', file('large')],
        ['/wordmark-mail.png', file('mark')],
      ]),
    );
    expect(find('crown-1-hero')?.toString()).toBe('small');
    expect(find('wordmark')?.toString()).toBe('mark');
    expect(find('crown-2-detail')).toBeUndefined();
  });
});

it('the colours of e-mails are those of the storefront', () => {
  const tokens = readFileSync(new URL('../../storefront/ui/tokens.css', import.meta.url), 'utf8');
  for (const [name, value] of Object.entries(colours)) {
    const token = name.replaceAll(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`);
    expect(tokens).toMatch(new RegExp(`--${token}:\\s*${value};`, 'i'));
  }
});

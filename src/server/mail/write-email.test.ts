// Every e-mail says the same in HTML and in plain text, and no text of a shopper becomes markup.
import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attentionFacts, orderFacts, refundFacts, sentFacts } from '#support/server/order-facts.ts';
import { brand } from '../../shop/brand.ts';
import { colours, pictureId } from './render.ts';
import { createFindPicture, writeEmail } from './write-email.ts';
import type { Email, RefundFacts } from './outbox.ts';

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
  const body = html.slice(html.indexOf('<body'));
  return body
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(?:lt|gt|quot|#39|amp);/g, (entity) => entities[entity]!)
    .replaceAll(/\s+/g, ' ');
}

const emails: Record<string, { email: Email; contained: string[] }> = {
  'the receipt': {
    email: { kind: 'order-receipt', facts: orderFacts() },
    contained: [
      'Yay! Order Placed',
      'MA-7K3N9QX2VD',
      // At night, a day later than in UTC.
      '15 November 2026 at 1:15 am IST',
      'Kavya & <b>Raman</b>',
      'Dairy Milk Garland',
      'Kids · Dairy Milk · 2 × ₹799',
      '₹1,598.00',
      'Chocolate Crown',
      'Munch · 1 × ₹799',
      'SAVE15 (15% off)',
      '−₹359.55',
      '₹2,037.45',
      '12, South Mada Street',
      'Mylapore, Chennai',
      'Opposite the "temple" tank',
      'Tamil Nadu - 600004',
      '+91 98765 43210',
      'Prepared by hand in 2-3 days',
      'Dispatched within 24 hours after that',
      'Delivered in 2-5 business days across India',
      'Tracking details follow',
    ],
  },
  'the order notice': {
    email: { kind: 'order-notice', facts: orderFacts() },
    contained: [
      'A new order',
      'MA-7K3N9QX2VD',
      '15 November 2026 at 1:15 am IST',
      'kavya@shopper.example',
      'pay_1',
      'Kids · Dairy Milk · 2 × ₹799',
      '₹2,037.45',
      'Tamil Nadu - 600004',
    ],
  },
  'the request for attention': {
    email: { kind: 'payment-attention', facts: attentionFacts() },
    contained: [
      '₹1.00 was captured, but ₹2,037.45 was asked for.',
      'pay_1',
      'order_1',
      'kavya@shopper.example',
      '+91 98765 43210',
      'No order was recorded',
      'npm run refund -- pay_1',
    ],
  },
  'the refund': {
    email: { kind: 'payment-refund', facts: refundFacts({ refundId: 'rfnd_1' }) },
    contained: [
      'Your money is on its way back',
      '₹2,037.45',
      'This payment did not become an order.',
      'pay_1',
      'rfnd_1',
      '15 November 2026 at 1:15 am IST',
      'within 5 to 7 working days',
    ],
  },
  'the parcel e-mail': {
    email: { kind: 'order-sent', facts: sentFacts() },
    contained: [
      'Your gift is on its way',
      'MA-7K3N9QX2VD',
      '2 × Dairy Milk Garland, Chocolate Crown',
      '15 November 2026 at 1:15 am IST',
      'Delhivery',
      '1234567890',
      '2-5 business days',
      'reply to this e-mail',
    ],
  },
  'the password reset': {
    email: {
      kind: 'password-reset',
      facts: {
        email: 'kavya@shopper.example',
        token: 'dG9rZW4',
        expiresAt: '2026-11-14T13:45:00.000Z',
      },
    },
    contained: [
      'Forgot your password?',
      'Set a new password',
      'kavya@shopper.example',
      'once, until 14 November 2026 at 7:15 pm IST',
      'If it was not you who asked, do nothing',
    ],
  },
  'the e-mail confirmation': {
    email: {
      kind: 'email-confirmation',
      facts: {
        email: 'kavya@shopper.example',
        token: 'dG9rZW4',
        expiresAt: '2026-11-21T13:45:00.000Z',
      },
    },
    contained: [
      'Is this e-mail yours?',
      'Confirm my e-mail',
      'kavya@shopper.example',
      'once, until 21 November 2026 at 7:15 pm IST',
      'If it was not, do nothing',
    ],
  },
  'the password change': {
    email: {
      kind: 'password-changed',
      facts: { email: 'kavya@shopper.example', changedAt: '2026-11-14T13:45:00.000Z' },
    },
    contained: [
      'Your password was changed',
      'If it was you, there is nothing to do.',
      'kavya@shopper.example',
      '14 November 2026 at 7:15 pm IST',
      'set a new password now',
      'Reply to this e-mail',
      'on every device',
      'the link to a new password was opened from there',
    ],
  },
  'the password change with the old password': {
    email: {
      kind: 'password-changed',
      facts: {
        email: 'kavya@shopper.example',
        changedAt: '2026-11-14T13:45:00.000Z',
        isByOldPassword: true,
      },
    },
    contained: ['on every other device', 'change it there too: someone else knows it'],
  },
  'the account deletion': {
    email: {
      kind: 'account-deleted',
      facts: { email: 'kavya@shopper.example', deletedAt: '2026-11-14T13:45:00.000Z' },
    },
    contained: [
      'Your account was deleted',
      'kavya@shopper.example',
      '14 November 2026 at 7:15 pm IST',
      'for as long as tax law makes us keep our books',
      '120 days after it was placed',
      'If it was not you',
    ],
  },
};

describe.each(Object.entries(emails))('%s', (_name, { email, contained }) => {
  const { subject, html, text } = writeEmail(email, ORIGIN);

  it('contains everything, in HTML and in plain text', () => {
    const contact = [brand.email, brand.phoneDisplay, brand.fssai];
    for (const words of [...contained, ...contact]) {
      expect(read(html)).toContain(words);
      expect(text).toContain(words);
    }
  });

  it('has a subject of one line', () => {
    expect(subject).toMatch(/^[^\r\n]{10,150}$/);
  });

  it('loads nothing, runs nothing and links only to the shop', () => {
    // The courier's page is the one exception.
    const page = email.kind === 'order-sent' ? email.facts.trackingUrl : undefined;
    expect(html).not.toMatch(/<(?:script|img|link|iframe|form)|\bsrc=|url\(|@import/i);
    const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, link]) => link);
    for (const link of links.filter((each) => each !== page)) {
      expect(link).toMatch(/^(?:mailto:|tel:\+91|https:\/\/maalai\.example\/)/);
    }
  });

  it('repeats the background of a table cell as an attribute', () => {
    for (const [, tag] of html.matchAll(/<td([^>]*background:[^>]*)>/g)) {
      expect(tag).toMatch(/bgcolor="(#[0-9a-f]{6})"[^>]*background:\1/s);
    }
  });
});

describe('an e-mail', () => {
  it('lets no text of a shopper become markup', () => {
    const words = fc.string({ unit: 'grapheme', maxLength: 60 });
    const tags = (html: string) => html.match(/</g)?.length;
    const plain = (email: Email) => writeEmail(email, ORIGIN).html;
    const { snapshot, ...facts } = orderFacts();
    const withWords = (text: string): Email => ({
      kind: 'order-notice',
      facts: {
        ...facts,
        email: `"><i>${text}`,
        snapshot: {
          ...snapshot,
          delivery: {
            ...snapshot.delivery,
            customerName: `<s>'"&${text}`,
            landmark: `${text}<u`,
            giftNote: `<u>${text}`,
          },
        },
      },
    });
    const delivery = { ...snapshot.delivery, giftNote: 'Dear Amma' };
    const expected = tags(
      plain({ kind: 'order-notice', facts: { ...facts, snapshot: { ...snapshot, delivery } } }),
    );
    fc.assert(
      fc.property(words, (text) => {
        const html = plain(withWords(text));
        expect(tags(html)).toBe(expected);
        expect(html).not.toMatch(/href="[^"]*<|<s>'|<u\b/);
      }),
      { seed: 7 },
    );
  });

  it.each(['order-receipt', 'order-notice'] as const)(
    'about an order (%s) says when it arrives and when it is needed, and contains the gift note',
    (kind) => {
      const { snapshot } = orderFacts();
      const giftNote = 'Dear Amma,\nhappy <3 birthday!';
      const delivery = { ...snapshot.delivery, giftNote, neededBy: '2026-11-26' };
      const facts = orderFacts({ snapshot: { ...snapshot, delivery } });
      const { html, text } = writeEmail({ kind, facts }, ORIGIN);
      expect(text).toContain('Gift note\n---------\nDear Amma,\nhappy <3 birthday!\n');
      expect(read(html)).toContain('Gift note Dear Amma, happy <3 birthday!');
      expect(text).toContain('Arrives: 23-26 November\nNeeded by: 26 November 2026\n');
      expect(read(html)).toContain('Arrives 23-26 November Needed by 26 November 2026');
      expect(text.includes('Send by: 19 November')).toBe(kind === 'order-notice');
      const plain = writeEmail({ kind, facts: orderFacts() }, ORIGIN).text;
      expect(plain).not.toMatch(/Gift note|Needed by/);
    },
  );

  it('about one line without coupon, version or landmark has no gap', () => {
    const { snapshot } = orderFacts();
    const { coupon: _none, ...quote } = snapshot.quote;
    const { landmark: _nowhere, ...delivery } = snapshot.delivery;
    const { selectedVersion: _any, versionName: _name, ...line } = quote.lines[1]!;
    const facts = orderFacts({ snapshot: { quote: { ...quote, lines: [line] }, delivery } });
    const { html, text } = writeEmail({ kind: 'order-receipt', facts }, ORIGIN);
    for (const written of [read(html), text]) {
      expect(written).not.toMatch(/undefined|Coupon|Landmark|Total:|· ·/);
    }
  });

  it('about a surplus payment names the order that is paid, and a foreign currency', () => {
    const facts = attentionFacts({ orderId: 'MA-7K3N9QX2VD', paidCurrency: 'USD' });
    const { text } = writeEmail({ kind: 'payment-attention', facts }, ORIGIN);
    expect(text).toContain('Order MA-7K3N9QX2VD is paid already: refund this payment there.');
    expect(text).toContain('100 of the smallest unit of USD');
  });

  it('about a payment that is only authorised does not mention a refund', () => {
    const facts = attentionFacts({ isOnlyAuthorized: true });
    const { text } = writeEmail({ kind: 'payment-attention', facts }, ORIGIN);
    expect(text).toContain('Authorised: ₹1.00');
    expect(text).toContain('only blocked the money');
    expect(text).not.toMatch(/refund/i);
  });

  it('to an unconfirmed address repeats nothing that the shopper wrote', () => {
    const { isEmailConfirmed: _yes, snapshot, ...facts } = orderFacts();
    const giftNote = 'Visit my site';
    const delivery = { ...snapshot.delivery, phoneNumber: '9012345678', giftNote };
    const { customerName, landmark = '', address, pincode } = delivery;
    // Receipts from before this field existed do not have it.
    for (const confirmed of [{ isEmailConfirmed: false }, {}]) {
      const email: Email = {
        kind: 'order-receipt',
        facts: { ...facts, ...confirmed, snapshot: { ...snapshot, delivery } },
      };
      const { subject, html, text } = writeEmail(email, ORIGIN);
      const typed = [customerName, landmark, pincode, '90123', giftNote, ...address.split('\n')];
      for (const words of [...typed, 'Gift note']) {
        for (const where of [subject, read(html), text]) expect(where).not.toContain(words);
      }
      for (const words of [
        'MA-7K3N9QX2VD',
        'Kids · Dairy Milk · 2 × ₹799',
        '₹2,037.45',
        'SAVE15 (15% off)',
        'You can see it under Your orders.',
        'Once you have confirmed your e-mail',
      ]) {
        expect(read(html)).toContain(words);
        expect(text).toContain(words);
      }
    }
  });

  it('to confirm an address contains the token in the fragment of its link', () => {
    const facts = { email: 'a@b.in', token: 'dG9rZW4', expiresAt: '2026-11-14T13:45:00.000Z' };
    const { html, text } = writeEmail({ kind: 'email-confirmation', facts }, ORIGIN);
    expect(html).toContain(`href="${ORIGIN}/confirm-email#dG9rZW4"`);
    expect(text).toContain(`Confirm my e-mail: ${ORIGIN}/confirm-email#dG9rZW4\n`);
  });

  it('about a payment for an unknown order contains what is known, and where to find the rest', () => {
    const { expected: _sum, email: _who, snapshot: _what, ...facts } = attentionFacts();
    const { text } = writeEmail({ kind: 'payment-attention', facts }, ORIGIN);
    expect(text).toContain('npm run refund -- pay_1');
    expect(text).toContain('it has the customer’s e-mail address');
    expect(text).not.toMatch(/undefined|Asked for|The customer\n/);
  });

  it('about a dispute says what to send, and does not mention a refund by the shop', () => {
    const facts = attentionFacts({ isDisputed: true });
    const { text } = writeEmail({ kind: 'payment-attention', facts }, ORIGIN);
    expect(text).toContain('Open the dispute');
    expect(text).toContain('Kavya');
    expect(text).not.toContain('npm run refund');
  });

  it('to reset a password contains the link in both forms', () => {
    const facts = { email: 'a@b.in', token: 'dG9rZW4', expiresAt: '2026-11-14T13:45:00.000Z' };
    const { html, text } = writeEmail({ kind: 'password-reset', facts }, ORIGIN);
    expect(html).toContain(`href="${ORIGIN}/reset-password#dG9rZW4"`);
    expect(text).toContain(`Set a new password: ${ORIGIN}/reset-password#dG9rZW4\n`);
  });

  it('about a parcel links to the courier’s page or to the orders, and repeats nothing that the shopper wrote', () => {
    const tracked = writeEmail({ kind: 'order-sent', facts: sentFacts() }, ORIGIN);
    expect(tracked.text).toContain('Track: https://www.delhivery.com/track-v2/package/1234567890');
    const { trackingUrl: _u, trackingNumber: _n, ...bare } = sentFacts();
    const { text, html } = writeEmail({ kind: 'order-sent', facts: bare }, ORIGIN);
    expect(text).toContain(`Your orders: ${ORIGIN}/your-orders`);
    expect(text).not.toContain('Tracking number');
    for (const word of ['Kavya', 'Mylapore', '600004']) expect(text + html).not.toContain(word);
  });

  it('about a refund says whether the order remains', () => {
    const orderId = 'MA-7K3N9QX2VD';
    const textOf = (change: Partial<RefundFacts>) =>
      writeEmail({ kind: 'payment-refund', facts: refundFacts({ orderId, ...change }) }, ORIGIN)
        .text;
    const [surplus, whole] = [textOf({}), textOf({ isOrderRefunded: true })];
    const part = textOf({ isOrderRefunded: true, isPartial: true });
    expect(part).toContain('Part of your money is on its way back');
    expect(part).toContain(`It is part of what you paid for your order ${orderId}.`);
    expect(surplus).toContain(`paid twice: your order ${orderId} is paid and stays as it is`);
    expect(whole).toContain(`It was the payment for your order ${orderId}.`);
    expect(whole).not.toContain('stays as it is');
  });

  it.each([
    [['3'], '2-5 business days'],
    [['2'], '2-5 business days'],
    [['COMBO_003'], '2-4 days'],
    [['COMBO_001', 'COMBO_003'], '2-4 days'],
    [['COMBO_003', '4'], '2-5 business days'],
  ])('about the products %j promises delivery in %s, and no other time', (productIds, time) => {
    const { snapshot } = orderFacts();
    const lines = productIds.map((productId) => ({ ...snapshot.quote.lines[1]!, productId }));
    const facts = orderFacts({ snapshot: { ...snapshot, quote: { ...snapshot.quote, lines } } });
    const { html, text } = writeEmail({ kind: 'order-receipt', facts }, ORIGIN);
    for (const written of [read(html), text]) {
      expect(written.match(/Delivered in [^,.]*? across India/g)).toEqual([
        `Delivered in ${time} across India`,
      ]);
    }
  });
});

describe('the pictures of an e-mail', () => {
  const bytes = Buffer.from('jpeg');
  const receipt: Email = { kind: 'order-receipt', facts: orderFacts() };

  it('show the version that was ordered, and are attached', () => {
    const { html, pictures } = writeEmail(receipt, ORIGIN, () => bytes);
    const names = ['dairymilk-3-kids', 'crown-1-hero'];
    expect(pictures).toEqual(names.map((name) => ({ name, bytes })));
    const sources = [...html.matchAll(/src="([^"]*)"/g)].map(([, source]) => source);
    expect(sources).toEqual(names.map((name) => `cid:${pictureId(name)}`));
  });

  it('are left out where the shop no longer has them', () => {
    const { html, pictures } = writeEmail(receipt, ORIGIN, (name) =>
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
      ]),
    );
    expect(find('crown-1-hero')?.toString()).toBe('small');
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

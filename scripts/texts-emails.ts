// Renders every e-mail with sample facts.
import { attentionFacts, orderFacts, refundFacts, sentFacts } from '#support/server/order-facts.ts';
import type { Email } from '../src/server/mail/outbox.ts';
import { writeEmail } from '../src/server/mail/write-email.ts';
import { readPage } from './texts-page.ts';

export interface EmailText {
  kind: string;
  subject: string;
  /** What e-mail programs show beside the subject. */
  preview: string;
  text: string;
}

const email = 'kavya@shopper.example';
const { delivery, quote } = orderFacts().snapshot;
const snapshot = { quote, delivery: { ...delivery, customerName: 'Kavya Raman' } };
const order = { orderId: 'MA-7K3N9QX2VD', snapshot };
const link = { email, token: 'token', expiresAt: '2026-11-14T13:45:00.000Z' };
const changed = { email, changedAt: '2026-11-14T13:45:00.000Z' };

type FactsOf<Kind, E = Email> = E extends { kind: infer K; facts: infer Facts }
  ? Kind extends K
    ? Facts
    : never
  : never;

/** Facts of each kind; more than one if the texts differ. */
const samples: { [Kind in Email['kind']]: readonly FactsOf<Kind>[] } = {
  'order-receipt': [orderFacts(order), orderFacts({ ...order, isEmailConfirmed: false })],
  'order-notice': [orderFacts(order)],
  'payment-attention': [attentionFacts({ snapshot })],
  'payment-refund': [
    refundFacts({ snapshot, refundId: 'rfnd_1' }),
    refundFacts({ ...order, isOrderRefunded: true }),
    refundFacts({ ...order, isOrderRefunded: true, isPartial: true, amount: 25_000 }),
  ],
  'order-sent': [sentFacts()],
  'password-reset': [link],
  'email-confirmation': [link],
  'password-changed': [changed, { ...changed, isByOldPassword: true }],
  'account-deleted': [{ email, deletedAt: '2026-11-14T13:45:00.000Z' }],
};

/** Returns the e-mails as plain text, which has all texts of the HTML except the preview. */
export function sampleEmails(): EmailText[] {
  return Object.entries(samples).flatMap(([kind, all]) =>
    all.map((facts) => {
      const { subject, html, text } = writeEmail({ kind, facts } as Email, 'https://shop.example');
      return { kind, subject, preview: readPage(html).main[0]?.text ?? '', text };
    }),
  );
}

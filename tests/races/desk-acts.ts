// The acts of the owner's desk as forms, for the crash points: each form is killed, sent again, and counts once.
import { createHash } from 'node:crypto';
import { createDeskAuth } from '../../src/desk/door/desk-auth.ts';
import { openDatabaseBeside } from '../../src/server/platform/database/open.ts';
import type { CrashPoint } from '../../src/server/platform/crash-points.ts';
import { createLog } from '../../src/server/platform/log.ts';
import { importReviews } from '../../src/server/reviews/import-reviews.ts';
import { insertMeena, visitDesk } from '#support/server/desk-site.ts';
import { SESSION_SECRET } from '#support/server/insert-session.ts';
import { addDays, dayInIndia } from '../../src/shop/dates.ts';
import { BLUE_GATE, noteOf } from './owner.ts';
import type { World } from './world.ts';

/** A form of a page. In all texts, ORDER is the id of an order, PAYMENT of a second payment for it, REVIEW of a review. */
export interface FilledForm {
  page: string;
  action: string;
  /** What is typed into it. ACT is the id of its act. */
  typed?: Record<string, string>;
}

export interface DeskForm extends FilledForm {
  name: string;
  /** It needs a second payment for the order. */
  ofSurplus?: true;
  /** What has to be done before. */
  first?: FilledForm;
  /** Where the shop is killed, and how often the act and its effect are there then. */
  kills?: readonly (readonly [CrashPoint, { act: 0 | 1; effect: 0 | 1 }])[];
  /** What the page says that it leads to, also when it is sent again. */
  says: string;
  /** Finds exactly one row if the act has its one effect. */
  effect: string;
}

export const killsAroundCommit = [
  ['act:before-commit', { act: 0, effect: 0 }],
  ['act:after-commit', { act: 1, effect: 1 }],
] as const satisfies DeskForm['kills'];

/** What was requested is kept before the provider is asked, so that it does not go back twice. */
const killsAroundRequest = [
  ['refund:after-request', { act: 1, effect: 0 }],
  ['refund:after-provider', { act: 1, effect: 0 }],
] as const satisfies DeskForm['kills'];

const ofOrder = (act: string, page = '') => ({
  page: `/orders/ORDER${page}`,
  action: `/orders/ORDER/${act}`,
});
const ofReview = (act: string) => ({ page: '/reviews', action: `/reviews/REVIEW/${act}` });
const sending = { ...ofOrder('sent', '/sent'), typed: { courier: 'DTDC', trackingNumber: '1' } };
const hiding = { ...ofReview('hide'), typed: { reason: 'Abuse' } };
const confirmed = { 'confirm-yes': 'yes' };
const day = addDays(dayInIndia(new Date()), 30);
const address = {
  customerName: 'Kavya Raman',
  phoneNumber: '9876543210',
  landmark: BLUE_GATE,
  state: 'Tamil Nadu',
  pincode: '600004',
  address: '12, South Mada Street',
};

const isMail = (key: string) => `select 1 from mail where dedupe_key like '${key}'`;
const isOrder = (facts: string) => `select 1 from shop_order where id = 'ORDER' and ${facts}`;
const isReview = (facts: string) => `select 1 from review where id = 'REVIEW' and ${facts}`;
const SENT = isMail('order:ORDER:sent');
const isSent = (trackingNumber: string) => `select 1 from order_event where order_id = 'ORDER'
  and tracking_number = '${trackingNumber}' and exists (${SENT})`;
const isPostponed = `${isOrder(`promised_by = '${day}' and revision = 1`)}
  and 1 = (select count(*) from mail where dedupe_key like 'order:ORDER:late:%')`;

export const deskForms: readonly DeskForm[] = [
  { name: 'sent', ...sending, says: 'Marked as sent.', effect: isSent('1') },
  {
    name: 'several sent',
    page: '/orders/several',
    action: '/orders/several',
    typed: { id: 'ORDER', courier: 'DTDC', 'number-ORDER': '1' },
    says: 'marked as sent',
    effect: isSent('1'),
  },
  {
    name: 'correct the tracking',
    first: sending,
    ...ofOrder('correct', '/correct'),
    typed: { courier: 'DTDC', trackingNumber: '2' },
    says: 'Tracking saved.',
    effect: isSent('2'),
  },
  {
    name: 'undo',
    first: sending,
    ...ofOrder('undo'),
    says: 'Undone.',
    effect: `${isOrder('send_by is not null and revision = 2')} and not exists (${SENT})
      and not exists (select 1 from order_event where order_id = 'ORDER')`,
  },
  {
    name: 'refund',
    ...ofOrder('refund'),
    typed: { amount: '100', reason: 'Late', ...confirmed },
    kills: killsAroundRequest,
    says: '₹100.00',
    effect: `select 1 from order_event where order_id = 'ORDER' and amount = 10000`,
  },
  {
    name: 'refund of a second payment',
    ofSurplus: true,
    page: '/',
    action: '/payments/PAYMENT/refund',
    typed: confirmed,
    kills: killsAroundRequest,
    says: 'went back',
    effect: `select 1 from surplus_payment where payment_id = 'PAYMENT' and state = 'refunded'`,
  },
  {
    name: 'note',
    ...ofOrder('note'),
    typed: { note: noteOf('ACT') },
    says: 'Note saved.',
    effect: isOrder(`note like 'Ring twice%' and revision = 1`),
  },
  {
    name: 'address',
    ...ofOrder('address'),
    typed: address,
    says: 'Address saved.',
    effect: isOrder(`snapshot like '%${BLUE_GATE}%' and revision = 1`),
  },
  {
    name: 'e-mail',
    ...ofOrder('email'),
    typed: { email: 'kavya@gmail.example' },
    says: 'E-mail address saved.',
    effect: isOrder(`snapshot like '%kavya@gmail.example%' and revision = 1`),
  },
  {
    name: 'being made',
    ...ofOrder('making'),
    says: 'aria-pressed="true"',
    effect: isOrder('making_at is not null and revision = 1'),
  },
  {
    name: 'make it again',
    first: sending,
    ...ofOrder('again'),
    typed: { day, reason: 'It broke' },
    says: 'The order is open again.',
    effect: `${isOrder(`send_by = '${day}' and revision = 2`)}
      and exists (${isMail('order:ORDER:again:1')}) and not exists (${SENT})`,
  },
  {
    name: 'it will be late',
    ...ofOrder('late'),
    typed: { day },
    says: 'gets one e-mail that says so.',
    effect: isPostponed,
  },
  {
    name: 'all are late',
    page: '/',
    action: '/late',
    typed: { day },
    says: 'What was promised',
    effect: isPostponed,
  },
  {
    name: 'resend the receipt',
    ...ofOrder('resend'),
    says: 'The receipt goes out again.',
    effect: isMail('order:ORDER:receipt:%'),
  },
  {
    name: 'hide a review',
    ...hiding,
    says: 'Hidden.',
    effect: `${isMail('review:REVIEW:hidden:%')} and exists (${isReview(`hidden_reason = 'Abuse'`)})`,
  },
  {
    name: 'show a review again',
    first: hiding,
    ...ofReview('show'),
    says: 'Shown again.',
    effect: isReview('hidden_at is null'),
  },
  {
    name: 'remove a picture',
    ...ofReview('picture'),
    says: 'The picture is gone for good.',
    effect: isReview(`images = '[]'`),
  },
  {
    name: 'answer a review',
    ...ofReview('answer'),
    typed: { answer: 'Thank you' },
    says: 'Your answer is saved.',
    effect: isReview(`answer = 'Thank you'`),
  },
  {
    name: 'availability',
    page: '/shop',
    action: '/shop',
    // From a day to come, so that the pages of today stay as they are.
    typed: { mode: 'closed', from: '2098-12-24', until: '2099-01-12' },
    says: 'Saved. Closed from',
    effect: `select 1 from shop_state where name = 'availability' and value like '%"closed"%2099-01-12%'
      and revision = (select count(*) from desk_act where kind = 'availability')`,
  },
  // Nothing can be ordered from this account afterwards.
  {
    name: 'delete an account',
    ...ofOrder('erase'),
    typed: confirmed,
    says: 'The account is deleted.',
    effect: `select 1 from mail where kind = 'account-deleted' and not exists (select 1 from "user")`,
  },
];

/** Returns a form, or what is typed into it, with these names replaced in all of its texts. */
export function fill<T>(form: T, names: Readonly<Record<string, string>>): T {
  const fillOne = (text: string, [name, value]: [string, string]) => text.replaceAll(name, value);
  return JSON.parse(Object.entries(names).reduce(fillOne, JSON.stringify(form))) as T;
}

/** Opens the desk of a world's shops at this port, where Meena is signed in. */
export async function openDeskOf({ database }: World, port: number) {
  const origin = `http://localhost:${port}`;
  const { db, kind, close } = await openDatabaseBeside(database);
  const log = createLog('silent');
  const auth = createDeskAuth({ db, kind, log, origin, secret: SESSION_SECRET });
  const cookie = await insertMeena(db, auth, new Date());
  return {
    ...visitDesk(origin, { cookie, origin }),
    /** Inserts a review of an account, with a picture. */
    async insertReview(id: string, email: string): Promise<void> {
      const texts = { name: 'Kavya', title: 'Lovely', comment: '' };
      const createdAt = new Date();
      await importReviews(db, [{ id, productId: '3', rating: 4, email, createdAt, ...texts }]);
      const images = JSON.stringify([`${createHash('md5').update(id).digest('hex')}.webp`]);
      await db.updateTable('review').set({ images }).where('id', '=', id).execute();
    },
    close,
  };
}

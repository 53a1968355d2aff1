// The acts of the owner's desk as forms, for the crash points: each form is killed, sent again, and counts once.
import { createDeskAuth } from '../../src/server/desk/auth.ts';
import { openDatabaseBeside } from '../../src/server/platform/database/open.ts';
import { createLog } from '../../src/server/platform/log.ts';
import { importReviews } from '../../src/server/reviews/moderate.ts';
import { insertMeena, visitDesk } from '#support/server/desk-site.ts';
import { SESSION_SECRET } from '#support/server/insert-session.ts';
import { BLUE_GATE, noteOf } from './owner.ts';
import type { World } from './world.ts';

/** A form. In its texts, ORDER is the id of an order that is open, SENT of one that was sent, REVIEW of a review. */
export interface DeskForm {
  name: string;
  page: string;
  action: string;
  /** What is typed into it. ACT is the id of its act. */
  typed?: Record<string, string>;
  /** What the page says that it leads to, also when it is sent again. */
  says: string;
  /** Finds exactly one row if the act has its one effect. */
  effect: string;
}

const isOrder = (facts: string) => `select 1 from shop_order where id = 'ORDER' and ${facts}`;
const isReview = (facts: string) => `select 1 from review where id = 'REVIEW' and ${facts}`;
const address = {
  customerName: 'Kavya Raman',
  phoneNumber: '9876543210',
  landmark: BLUE_GATE,
  state: 'Tamil Nadu',
  pincode: '600004',
  address: '12, South Mada Street',
};

export const deskForms: readonly DeskForm[] = [
  {
    name: 'undo',
    page: '/orders/SENT',
    action: '/orders/SENT/undo',
    says: 'Undone.',
    effect: `select 1 from shop_order where id = 'SENT' and send_by is not null and revision = 2
      and not exists (select 1 from order_event where order_id = 'SENT')
      and not exists (select 1 from mail where dedupe_key = 'order:SENT:sent')`,
  },
  {
    name: 'note',
    page: '/orders/ORDER',
    action: '/orders/ORDER/note',
    typed: { note: noteOf('ACT') },
    says: 'Note saved.',
    effect: isOrder(`note like 'Ring twice%' and revision = 1`),
  },
  {
    name: 'address',
    page: '/orders/ORDER',
    action: '/orders/ORDER/address',
    typed: address,
    says: 'Address saved.',
    effect: isOrder(`snapshot like '%${BLUE_GATE}%' and revision = 1`),
  },
  {
    name: 'being made',
    page: '/orders/ORDER',
    action: '/orders/ORDER/making',
    says: 'aria-pressed="true"',
    effect: isOrder('making_at is not null and revision = 1'),
  },
  {
    name: 'resend the receipt',
    page: '/orders/ORDER',
    action: '/orders/ORDER/resend',
    says: 'The receipt goes out again.',
    effect: `select 1 from mail where dedupe_key like 'order:ORDER:receipt:%'`,
  },
  {
    name: 'hide a review',
    page: '/reviews',
    action: '/reviews/REVIEW/hide',
    typed: { reason: 'Abuse' },
    says: 'Hidden.',
    effect: `select 1 from mail where dedupe_key like 'review:REVIEW:hidden:%'
      and exists (${isReview(`hidden_reason = 'Abuse'`)})`,
  },
  {
    name: 'answer a review',
    page: '/reviews',
    action: '/reviews/REVIEW/answer',
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
];

/** Opens the desk of a world's shops at this port, where Meena is signed in. */
export async function openDeskOf({ database }: World, port: number) {
  const origin = `http://localhost:${port}`;
  const { db, kind, close } = await openDatabaseBeside(database);
  const log = createLog('silent');
  const auth = createDeskAuth({ db, kind, log, origin, secret: SESSION_SECRET });
  const cookie = await insertMeena(db, auth, new Date());
  return {
    ...visitDesk(origin, { cookie, origin }),
    /** Inserts a review of an account. */
    async insertReview(id: string, email: string): Promise<void> {
      const texts = { name: 'Kavya', title: 'Lovely', comment: '' };
      const createdAt = new Date();
      await importReviews(db, [{ id, productId: '3', rating: 4, email, createdAt, ...texts }]);
    },
    close,
  };
}

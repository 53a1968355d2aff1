// The routes for what the owner changes on an order: the note, the address, its receipt once more, that it was marked as
// sent, that it is late or to be made again, and the account that placed it.
import { Hono } from 'hono';
import * as v from 'valibot';
import type { Act, ActKind } from '../../server/acts/acts.ts';
import {
  correctAddress,
  correctEmail,
  makeAgain,
  postpone,
  writeNote,
} from '../../server/orders/change-order.ts';
import { resendReceipt } from '../../server/orders/receipt.ts';
import { undoSending } from '../../server/orders/send-order.ts';
import type { ServerEnv } from '../../server/platform/http/api.ts';
import { deleteAccountByOrder, PaymentOpen } from '../../server/privacy/delete-account.ts';
import { dayInIndia } from '../../shop/dates.ts';
import { emailField, required } from '../../shop/forms/fields.ts';
import { AddressForm, noteField, promisedDay } from '../../shop/forms/owner.ts';
import { recipientName } from '../../shop/order-text.ts';
import type { Confirm } from '../door/confirm.tsx';
import {
  ActForm,
  bad,
  changing,
  describeMeanwhile,
  performForm,
  unchanged,
  warn,
} from '../form.ts';
import type { FormSchema, Outcome, Work } from '../form.ts';
import type { Desk } from '../page.tsx';
import type { Notice } from '../parts.tsx';
import { showOrder } from './order-page.tsx';
import { noOrder, readDeskOrder, readOrderId } from './order-rows.ts';
import type { OrderParts } from './order-rows.ts';

type ChangeParts = OrderParts & Parameters<typeof deleteAccountByOrder>[0] & { confirm: Confirm };

export const closed = warn('Nothing saved: the order is not open any more.', 'Its story says why.');

export const notLater = warn('Nobody was written to: nothing was promised for an earlier day.');

const notSent = warn('There is nothing to undo: the order is not marked as sent.');

/** Of the dispatch that its page showed, not of a later one. */
const UndoForm = v.object(changing);
const NoteForm = v.object({ ...changing, note: noteField });
const EmailForm = v.object({ ...changing, email: emailField });
const ParcelAddressForm = v.object({ ...changing, ...AddressForm.entries });

const LateForm = (today: string) => v.object({ ...changing, day: promisedDay(today) });
const AgainForm = (today: string) =>
  v.object({
    ...LateForm(today).entries,
    reason: required('Reason', 300),
    isForShopper: v.optional(v.string()),
  });

/** Returns the routes with their full paths. */
export function changeRoutes(parts: ChangeParts): Hono<ServerEnv> {
  const today = () => dayInIndia(parts.clock());
  return new Hono<ServerEnv>()
    .post('/orders/:id/note', (c) =>
      change(c, parts, 'note', NoteForm, {
        perform: (id, { note = '' }, act) => writeNote(parts, id, note, act),
      }),
    )
    .post('/orders/:id/address', (c) =>
      change(c, parts, 'correct address', ParcelAddressForm, {
        perform: (id, { act: _act, rev: _rev, ...address }, act) =>
          correctAddress(parts, id, address, act),
        look: { href: '#adr', label: 'Look' },
        refusals: { closed },
      }),
    )
    .post('/orders/:id/email', (c) =>
      change(c, parts, 'correct e-mail', EmailForm, {
        perform: (id, { email }, act) => correctEmail(parts, id, email, act),
        refusals: { nobody: warn('Nothing saved: its name and address are erased.') },
      }),
    )
    .post('/orders/:id/resend', (c) =>
      change(c, parts, 'resend', ActForm, {
        perform: (id, _form, act) => resendReceipt(parts, id, act),
        refusals: {
          'too often': warn(
            'Not sent: it went out often enough today.',
            'Try again tomorrow, or use WhatsApp.',
          ),
          nobody: warn('Not sent: the account was deleted, so there is no address.'),
        },
      }),
    )
    .post('/orders/:id/undo', (c) =>
      change(c, parts, 'undo', UndoForm, {
        perform: (id, _form, act) => undoSending(parts, id, act),
        refusals: {
          left: bad(
            'Too late to undo: the shopper can see it by now.',
            'Correct the tracking, or tell the shopper yourself.',
          ),
          'not sent': notSent,
          // Its form has nothing that was typed.
          open: notSent,
          closed: warn('Nothing was undone: it changed meanwhile.', 'Look at the order once more.'),
        },
      }),
    )
    .post('/orders/:id/late', (c) =>
      change(c, parts, 'late', LateForm(today()), {
        perform: (id, { day }, act) => postpone(parts, id, day, act),
        refusals: { closed, 'not later': notLater },
      }),
    )
    .post('/orders/:id/again', (c) =>
      change(c, parts, 'make again', AgainForm(today()), {
        perform: (id, { day, reason, isForShopper }, act) =>
          makeAgain(parts, id, { day, reason, isForShopper: isForShopper === 'yes' }, act),
        refusals: {
          open: warn('Nothing saved: the order is open already.', 'Its story says why.'),
          refunded: warn('Not made again: all of its money went back.'),
          nobody: warn('Not made again: its name and address are erased.'),
        },
      }),
    )
    .post('/orders/:id/erase', (c) => erase(c, parts));
}

interface Change<Form> extends Pick<Work<Form>, 'confirm' | 'refusals'> {
  perform: (id: string, form: Form, act: Act) => Promise<Outcome>;
  /** Where to look if the order has changed meanwhile. */
  look?: Notice['look'];
}

/** Changes the order of the path, and shows it with what came of that. What was typed is kept if it was not done. */
function change<S extends FormSchema>(
  c: Desk,
  parts: OrderParts,
  kind: ActKind,
  schema: S,
  { perform, look, refusals = {}, confirm }: Change<v.InferOutput<S>>,
) {
  const id = readOrderId(c);
  return performForm(c, schema, {
    kind,
    subject: id,
    confirm,
    perform: (form, act) => perform(id, form, act),
    refusals: { unchanged, ...refusals },
    missing: noOrder(id),
    show: ({ isOther: _isOther, ...shown }) => showOrder(c, parts, id, { ...shown, refused: kind }),
    meanwhile: async (isOther) => {
      const { order } = await readDeskOrder(parts.db, id, parts.clock());
      // Then the page has no such form that could keep what was typed.
      const without = order.sendBy === undefined ? refusals['closed'] : refusals['open'];
      return without ?? { ...describeMeanwhile(isOther), look };
    },
    next: `/orders/${id}`,
  });
}

const notDeleted = (detail: string) => ({
  outcome: 'not deleted',
  notice: warn('The account is not deleted.', detail),
});

/** Deletes the account that placed the order. */
function erase(c: Desk, parts: ChangeParts) {
  return change(c, parts, 'delete account', ActForm, {
    confirm: async (lists) => {
      const id = readOrderId(c);
      const { order } = await readDeskOrder(parts.db, id, parts.clock());
      const what = `Delete the account of ${recipientName(order.delivery)}, ${order.email}. This cannot be undone.`;
      return parts.confirm(c, { what, lists, back: `/orders/${id}`, isFinal: true });
    },
    perform: async (id, _form, act) => {
      try {
        const done = await deleteAccountByOrder(parts, id, act);
        return done.outcome === 'no account' ? notDeleted('There is none any more.') : done;
      } catch (error) {
        if (!(error instanceof PaymentOpen)) throw error;
        return notDeleted(
          `A payment of it is still open. Please try again from ${error.end} onwards.`,
        );
      }
    },
  });
}

// The routes for what the owner changes on an order: that it is being made, the note, the address, its receipt once more,
// that it was marked as sent, and the account that placed it.
import { Hono } from 'hono';
import * as v from 'valibot';
import type { Act, ActKind } from '../../server/acts/acts.ts';
import { correctAddress, setMaking, writeNote } from '../../server/orders/change-order.ts';
import { resendReceipt } from '../../server/orders/receipt.ts';
import { undoSending } from '../../server/orders/send-order.ts';
import type { ServerEnv } from '../../server/platform/http/api.ts';
import { deleteAccountByOrder, PaymentOpen } from '../../server/privacy/delete-account.ts';
import { AddressForm, noteField } from '../../shop/forms/owner.ts';
import { recipientName } from '../../shop/order-text.ts';
import type { Confirm } from '../door/confirm.tsx';
import {
  ActForm,
  bad,
  changedMeanwhile,
  changing,
  errorNotice,
  INCOMPLETE,
  otherContent,
  readDeskForm,
  toAct,
  warn,
} from '../form.ts';
import { goTo } from '../page.tsx';
import type { Desk } from '../page.tsx';
import type { Notice } from '../parts.tsx';
import { showToday } from '../today/today.tsx';
import { showOrder } from './order-page.tsx';
import { noOrder, readDeskOrder, readOrderId } from './order-rows.ts';
import type { OrderParts } from './order-rows.ts';

type ChangeParts = OrderParts & Parameters<typeof deleteAccountByOrder>[0] & { confirm: Confirm };

const closed = warn('Nothing saved: the order is not open any more.', 'Its story says why.');

const MakingForm = v.object({
  ...changing,
  making: v.picklist(['yes', 'no'], INCOMPLETE),
  from: v.optional(v.string()),
});
/** Of the dispatch that its page showed, not of a later one. */
const UndoForm = v.object(changing);
const NoteForm = v.object({ ...changing, note: noteField });
const ParcelAddressForm = v.object({ ...changing, ...AddressForm.entries });

/** Returns the routes with their full paths. */
export function changeRoutes(parts: ChangeParts): Hono<ServerEnv> {
  return new Hono<ServerEnv>()
    .post('/orders/:id/making', (c) => mark(c, parts, readOrderId(c)))
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
          'not sent': warn('There is nothing to undo: the order is not marked as sent.'),
        },
      }),
    )
    .post('/orders/:id/erase', (c) => erase(c, parts, readOrderId(c)));
}

interface Change<Form> {
  perform: (id: string, form: Form, act: Act) => Promise<{ outcome: string }>;
  /** Where to look if the order has changed meanwhile. */
  look?: Notice['look'];
  /** What to say for an outcome that changed nothing. */
  refusals?: Readonly<Record<string, Notice>>;
}

/** Changes the order of the path, and shows it with what came of that. What was typed is kept if it was not done. */
async function change<S extends v.GenericSchema<unknown, { act: string; rev?: number }>>(
  c: Desk,
  parts: OrderParts,
  kind: ActKind,
  schema: S,
  { perform, look, refusals = {} }: Change<v.InferOutput<S>>,
) {
  const id = readOrderId(c);
  const form = await readDeskForm(c, schema);
  const { typed } = form;
  const again = { typed, refused: kind };
  if (!form.ok)
    return showOrder(c, parts, id, { notice: errorNotice(typed), ...again, status: 400 });
  const { outcome } = await perform(id, form.value, toAct(c, form, kind, id));
  if (outcome === 'unknown') throw noOrder(id);
  const isOther = outcome === 'other content';
  if (isOther || outcome === 'changed meanwhile') {
    const { order } = await readDeskOrder(parts.db, id, parts.clock());
    // Then the page has no such form that could keep what was typed.
    const isClosed = 'closed' in refusals && order.sendBy === undefined;
    const why = isOther ? otherContent('The first text was saved.') : changedMeanwhile();
    const notice = isClosed ? closed : { ...why, look };
    // What differs is another act.
    const refused = isOther ? undefined : kind;
    return showOrder(c, parts, id, { notice, typed, refused, isChanged: true, status: 409 });
  }
  const notice = refusals[outcome];
  if (notice) return showOrder(c, parts, id, { notice, status: 409 });
  return goTo(c, `/orders/${id}`, form.value.act);
}

/** From Today it leads back to the card, from the order to the order. */
async function mark(c: Desk, parts: OrderParts, id: string) {
  const form = await readDeskForm(c, MakingForm);
  const isFromToday = form.typed.values['from'] === 'today';
  const refuse = (notice: Notice, status: 400 | 409) =>
    isFromToday
      ? showToday(c, parts, { notice, status })
      : showOrder(c, parts, id, { notice, status });
  if (!form.ok) return refuse(errorNotice(form.typed), 400);
  const act = toAct(c, form, 'making', id);
  const { outcome } = await setMaking(parts, id, form.value.making === 'yes', act);
  if (outcome === 'unknown') throw noOrder(id);
  if (outcome === 'closed') return refuse(closed, 409);
  if (outcome === 'changed meanwhile' || outcome === 'other content') {
    return refuse(changedMeanwhile(`Look at ${id} once more.`), 409);
  }
  return goTo(c, isFromToday ? `/#${id}` : `/orders/${id}`, act.id);
}

/** Deletes the account that placed the order. */
async function erase(c: Desk, parts: ChangeParts, id: string) {
  const form = await readDeskForm(c, ActForm);
  if (!form.ok) return showOrder(c, parts, id, { notice: errorNotice(form.typed), status: 400 });
  const { order } = await readDeskOrder(parts.db, id, parts.clock());
  const question = await parts.confirm(c, {
    what: `Delete the account of ${recipientName(order.delivery)}, ${order.email}. This cannot be undone.`,
    lists: form.lists,
    back: `/orders/${id}`,
    isFinal: true,
  });
  if (question) return question;
  const refuse = (detail: string) => {
    const notice = warn('The account is not deleted.', detail);
    return showOrder(c, parts, id, { notice, status: 409 });
  };
  try {
    const act = toAct(c, form, 'delete account', id);
    const { outcome } = await deleteAccountByOrder(parts, id, act);
    if (outcome === 'no account') return refuse('There is none any more.');
    return goTo(c, `/orders/${id}`, form.value.act);
  } catch (error) {
    if (!(error instanceof PaymentOpen)) throw error;
    return refuse(`A payment of it is still open. Please try again from ${error.end} onwards.`);
  }
}

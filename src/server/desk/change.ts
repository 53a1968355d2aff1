// The routes for what the owner changes on an order: that it is being made, the note, the address, its receipt once more,
// and that it was marked as sent.
import { Hono } from 'hono';
import type { Context } from 'hono';
import * as v from 'valibot';
import type { Notice } from '../../desk/parts.tsx';
import { AddressForm, noteField } from '../../shop/forms/owner.ts';
import type { ActKind, Doing } from '../acts/acts.ts';
import { resendReceipt } from '../payments/settle.ts';
import { correctAddress, setMaking, writeNote } from '../orders/change-order.ts';
import { undoSending } from '../orders/send-order.ts';
import { ActForm, bad, changedMeanwhile, changing, errorNotice, INCOMPLETE } from './forms.ts';
import { readDeskForm, toDoing, warn } from './forms.ts';
import { noOrder } from './order-rows.ts';
import { readOrderId, showOrder } from './orders.ts';
import type { OrderParts } from './orders.ts';
import { goTo } from './page.ts';
import type { DeskEnv } from './page.ts';
import { showToday } from './today.ts';

type Desk = Context<DeskEnv>;

const closed = warn('Nothing saved: the order is not open any more.', 'Its story says why.');

const MakingForm = v.object({
  ...changing,
  making: v.picklist(['yes', 'no'], INCOMPLETE),
  from: v.optional(v.string()),
});
const NoteForm = v.object({ ...changing, note: noteField });
const ParcelAddressForm = v.object({ ...changing, ...AddressForm.entries });

/** Returns the routes with their full paths. */
export function changeRoutes(parts: OrderParts): Hono<DeskEnv> {
  return new Hono<DeskEnv>()
    .post('/orders/:id/making', (c) => mark(c, parts, readOrderId(c)))
    .post('/orders/:id/note', (c) =>
      change(c, parts, 'note', NoteForm, {
        perform: (id, { note = '' }, doing) => writeNote(parts, id, note, doing),
      }),
    )
    .post('/orders/:id/address', (c) =>
      change(c, parts, 'correct address', ParcelAddressForm, {
        perform: (id, { act: _act, rev: _rev, ...address }, doing) =>
          correctAddress(parts, id, address, doing),
        look: { href: '#adr', label: 'Look' },
        refusals: { closed },
      }),
    )
    .post('/orders/:id/resend', (c) =>
      change(c, parts, 'resend', ActForm, {
        perform: (id, _form, doing) => resendReceipt(parts, id, doing),
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
      change(c, parts, 'undo', ActForm, {
        perform: (id, _form, doing) => undoSending(parts, id, doing),
        refusals: {
          left: bad(
            'Too late to undo: the e-mail has left.',
            'Correct the tracking, or tell the shopper yourself.',
          ),
          'not sent': warn('There is nothing to undo: the order is not marked as sent.'),
        },
      }),
    );
}

interface Change<Form> {
  perform: (id: string, form: Form, doing: Doing) => Promise<{ outcome: string }>;
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
  if (!form.ok) return showOrder(c, parts, id, { notice: errorNotice(typed), typed, status: 400 });
  const { outcome } = await perform(id, form.value, toDoing(c, kind, form.value, id));
  if (outcome === 'unknown') throw noOrder(id);
  if (outcome === 'changed meanwhile') {
    const notice = { ...changedMeanwhile(), look };
    return showOrder(c, parts, id, { notice, typed, isChanged: true, status: 409 });
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
  const doing = toDoing(c, 'making', form.value, id);
  const { outcome } = await setMaking(parts, id, form.value.making === 'yes', doing);
  if (outcome === 'unknown') throw noOrder(id);
  if (outcome === 'closed') return refuse(closed, 409);
  if (outcome === 'changed meanwhile') {
    return refuse(changedMeanwhile(`Look at ${id} once more.`), 409);
  }
  return goTo(c, isFromToday ? `/#${id}` : `/orders/${id}`);
}

// The routes for what the owner changes on an order: that it is being made, the note, the address, its receipt once more.
import { Hono } from 'hono';
import type { Context } from 'hono';
import * as v from 'valibot';
import type { Notice } from '../../desk/parts.tsx';
import { AddressForm, noteField } from '../../shop/forms/owner.ts';
import { correctAddress, setMaking, writeNote } from '../orders/change-order.ts';
import { resendReceipt } from '../payments/settle.ts';
import {
  actField,
  changedMeanwhile,
  changing,
  errorNotice,
  INCOMPLETE,
  readDeskForm,
  toDoing,
} from './forms.ts';
import { noOrder } from './order-rows.ts';
import { readOrderId, showOrder } from './orders.ts';
import type { OrderParts } from './orders.ts';
import { goTo } from './page.ts';
import type { DeskEnv } from './page.ts';
import { showToday } from './today.ts';

type Desk = Context<DeskEnv>;

/** Returns the routes with their full paths. */
export function changeRoutes(parts: OrderParts): Hono<DeskEnv> {
  return new Hono<DeskEnv>()
    .post('/orders/:id/making', (c) => mark(c, parts, readOrderId(c)))
    .post('/orders/:id/note', (c) => note(c, parts, readOrderId(c)))
    .post('/orders/:id/address', (c) => saveAddress(c, parts, readOrderId(c)))
    .post('/orders/:id/resend', (c) => resend(c, parts, readOrderId(c)));
}

const warn = (title: string, detail?: string): Notice => ({ tone: 'warn', title, detail });
const closed = warn('Nothing saved: the order is not open any more.', 'Its story says why.');

const MakingForm = v.object({
  ...changing,
  making: v.picklist(['yes', 'no'], INCOMPLETE),
  from: v.optional(v.string()),
});

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
  switch (outcome) {
    case 'unknown':
      throw noOrder(id);
    case 'changed meanwhile':
      return refuse(changedMeanwhile(`Look at ${id} once more.`), 409);
    case 'closed':
      return refuse(closed, 409);
    default:
      return goTo(c, isFromToday ? `/#${id}` : `/orders/${id}`);
  }
}

const NoteForm = v.object({ ...changing, note: noteField });

async function note(c: Desk, parts: OrderParts, id: string) {
  const form = await readDeskForm(c, NoteForm);
  const { typed } = form;
  if (!form.ok) return showOrder(c, parts, id, { notice: errorNotice(typed), typed, status: 400 });
  const { outcome } = await writeNote(
    parts,
    id,
    form.value.note ?? '',
    toDoing(c, 'note', form.value, id),
  );
  if (outcome === 'unknown') throw noOrder(id);
  if (outcome === 'changed meanwhile') {
    return showOrder(c, parts, id, {
      notice: changedMeanwhile(),
      typed,
      isChanged: true,
      status: 409,
    });
  }
  return goTo(c, `/orders/${id}`, form.value.act);
}

const ParcelAddressForm = v.object({ ...changing, ...AddressForm.entries });

async function saveAddress(c: Desk, parts: OrderParts, id: string) {
  const form = await readDeskForm(c, ParcelAddressForm);
  const { typed } = form;
  if (!form.ok) return showOrder(c, parts, id, { notice: errorNotice(typed), typed, status: 400 });
  const { act, rev, ...address } = form.value;
  const doing = toDoing(c, 'correct address', { act, rev }, id);
  const { outcome } = await correctAddress(parts, id, address, doing);
  switch (outcome) {
    case 'unknown':
      throw noOrder(id);
    case 'changed meanwhile': {
      const look = { href: '#adr', label: 'Look' };
      const notice = { ...changedMeanwhile(), look };
      return showOrder(c, parts, id, { notice, typed, isChanged: true, status: 409 });
    }
    case 'closed':
      return showOrder(c, parts, id, { notice: closed, status: 409 });
    default:
      return goTo(c, `/orders/${id}`, act);
  }
}

async function resend(c: Desk, parts: OrderParts, id: string) {
  const form = await readDeskForm(c, v.object({ act: actField }));
  if (!form.ok) return showOrder(c, parts, id, { notice: errorNotice(form.typed), status: 400 });
  const { outcome } = await resendReceipt(parts, id, toDoing(c, 'resend', form.value, id));
  switch (outcome) {
    case 'sent':
      return goTo(c, `/orders/${id}`, form.value.act);
    case 'too often': {
      const notice = warn(
        'Not sent: it went out often enough today.',
        'Try again tomorrow, or use WhatsApp.',
      );
      return showOrder(c, parts, id, { notice, status: 409 });
    }
    case 'nobody': {
      const notice = warn('Not sent: the account was deleted, so there is no address.');
      return showOrder(c, parts, id, { notice, status: 409 });
    }
    case 'unknown':
      throw noOrder(id);
    default:
      return showOrder(c, parts, id, { notice: changedMeanwhile('Try once more.'), status: 409 });
  }
}

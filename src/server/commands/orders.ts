// The owner's orders: what must be made and sent, all about one of them, and that one was handed to a courier.
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { dayInIndia, formatDay } from '../../shop/dates.ts';
import { ordersCsv } from '../orders/export-orders.ts';
import { listOpenOrders, openOrderPages } from '../orders/open-orders.ts';
import type { OpenOrder } from '../orders/open-orders.ts';
import type { OrderEvent } from '../orders/order-events.ts';
import { listFailedMails, readOrderStory } from '../orders/order-story.ts';
import { correctParcel, sendOrder } from '../orders/send-order.ts';
import type { Database } from '../platform/database/schema.ts';
import { CommandError } from '../platform/failures.ts';
import type { OrdersRequest, SentRequest } from './arguments.ts';
import { notDoneText, openOrdersText, parcelText, storyText } from './order-texts.ts';

/** As many orders as a person reads at once. */
const SHOWN = 50;

/** Resolves to the open orders by promised day, to all about one order, or to a table, which may go into a file. */
export async function showOrders(
  { db }: { db: Database },
  request: OrdersRequest,
): Promise<string> {
  switch (request.show) {
    case 'open':
      return listOpen(db, request.isAll);
    case 'table':
      return exportOpen(db, request.file);
    case 'story': {
      const story = await readOrderStory(db, request.orderId, new Date());
      if (story === undefined) throw new CommandError(`There is no order ${request.orderId}.`);
      return storyText(story);
    }
  }
}

async function listOpen(db: Database, isAll: boolean): Promise<string> {
  const orders = isAll ? await readAll(db) : await listOpenOrders(db, { limit: SHOWN + 1 });
  const hasMore = !isAll && orders.length > SHOWN;
  const failed = await listFailedMails(db, SHOWN);
  const today = dayInIndia(new Date());
  return openOrdersText(hasMore ? orders.slice(0, SHOWN) : orders, { today, hasMore, failed });
}

/** Writes the table into a file, or resolves to it without its last line break. */
async function exportOpen(db: Database, file: string | undefined): Promise<string> {
  const orders = await readAll(db);
  const csv = ordersCsv(orders);
  if (file === undefined) return csv.slice(0, -1);
  const target = resolve(file);
  await writeFile(target, csv).catch((error: unknown) => {
    throw new CommandError(`${target} cannot be written (${String(error)}).`);
  });
  const count = orders.length === 1 ? '1 open order' : `${orders.length} open orders`;
  return `Wrote ${count} into ${target}.`;
}

async function readAll(db: Database): Promise<OpenOrder[]> {
  const orders: OpenOrder[] = [];
  for await (const page of openOrderPages(db)) orders.push(...page);
  return orders;
}

/**
 * Records that an order was handed to a courier; for one that was, corrects the tracking if it is given. The shopper
 * gets an e-mail.
 */
export async function recordSent({ db }: { db: Database }, request: SentRequest): Promise<string> {
  const { orderId, dispatch } = request;
  const { courier, trackingNumber, trackingUrl } = dispatch;
  const parts = { db, clock: () => new Date() };
  if (courier !== undefined) {
    const sending = await sendOrder(parts, orderId, { ...dispatch, courier });
    if (sending.outcome === 'refunded') {
      throw new CommandError(`${orderId} is not sent: all of its money went back.`);
    }
    if (sending.outcome !== 'sent') throw new CommandError(notDoneText(orderId, sending));
    const { fresh, sent, email } = sending;
    if (fresh) return `Recorded that ${orderId} was sent by ${parcelText(sent)}. ${notice(email)}`;
    const isOther = courier !== sent.courier;
    const hint = isOther ? 'To correct that, give the tracking number too. ' : '';
    if ((trackingNumber ?? trackingUrl) === undefined) return unchangedText(sent, hint);
  }
  const correction = await correctParcel(parts, orderId, dispatch);
  switch (correction.outcome) {
    case 'unknown':
    case 'changed meanwhile':
    case 'other content':
      throw new CommandError(notDoneText(orderId, correction));
    case 'unsent':
      throw new CommandError(`${orderId} is not sent yet: name the courier with --courier.`);
    case 'unchanged':
      return unchangedText(correction.sent);
    case 'corrected': {
      const { sent, email } = correction;
      return `Corrected the parcel of ${orderId}: it was sent by ${parcelText(sent)}. ${notice(email)}`;
    }
  }
}

function unchangedText(sent: OrderEvent, hint = ''): string {
  const day = formatDay(dayInIndia(new Date(sent.at)));
  return `${sent.order_id} was sent on ${day} by ${parcelText(sent)}. ${hint}Nothing changed.`;
}

const notice = (email: string) =>
  email === '' ? 'The account was deleted, so nobody gets an e-mail.' : `${email} gets an e-mail.`;

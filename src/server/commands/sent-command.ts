// `npm run sent -- MA-… --courier DTDC --tracking 123456`: records that an order was handed to a courier, and the shopper
// gets an e-mail. The shop may be running.
import { CommandError } from '../platform/failures.ts';
import { sendOrder } from '../orders/send-order.ts';
import type { Sending } from '../orders/send-order.ts';
import { inShop } from './main.ts';
import { dayOf, parcelText } from './order-texts.ts';
import { readSentArguments } from './arguments.ts';
import { runCommand } from './run-command.ts';

await runCommand(async () => {
  const { orderId, dispatch } = readSentArguments(process.argv.slice(2));
  return inShop(async ({ db }) => {
    const parts = { db, clock: () => new Date() };
    return sendingText(orderId, await sendOrder(parts, orderId, dispatch));
  });
});

function sendingText(orderId: string, sending: Sending): string {
  if (sending.outcome === 'unknown') throw new CommandError(`There is no order ${orderId}.`);
  if (sending.outcome === 'refunded') {
    throw new CommandError(`${orderId} is not sent: all of its money went back.`);
  }
  const { fresh, sent, email } = sending;
  const parcel = parcelText(sent);
  if (!fresh) return `${orderId} was sent on ${dayOf(sent.at)} by ${parcel}. Nothing changed.`;
  const notice =
    email === ''
      ? 'The account was deleted, so nobody gets an e-mail.'
      : `${email} gets an e-mail.`;
  return `Recorded that ${orderId} was sent by ${parcel}. ${notice}`;
}

// Reads the arguments of the owner's commands for orders. Each function throws CommandError with the usage or the
// reason if they are not clear.
import { parseArgs } from 'node:util';
import type { ParseArgsOptionsConfig } from 'node:util';
import { checkDispatch } from '../../shop/forms/dispatch.ts';
import type { Dispatch } from '../../shop/forms/dispatch.ts';
import type { RefundRequest } from '../payments/refund.ts';
import { CommandError } from '../platform/failures.ts';

type Arguments = readonly string[];

const ORDERS_USAGE = `Which orders?
  npm run orders                            the open ones, by the day promised
  npm run orders -- --all                   the same, however many
  npm run orders -- --csv orders.csv        all open ones for a spreadsheet
  npm run orders -- MA-…                    all about one order`;

export type OrdersArguments =
  | { show: 'open'; isAll: boolean }
  /** Without `file`, the table is printed to the standard output. */
  | { show: 'table'; file: string | undefined }
  | { show: 'story'; orderId: string };

/** Returns what `npm run orders` must show. */
export function readOrdersArguments(args: Arguments): OrdersArguments {
  const options = { csv: { type: 'boolean' }, all: { type: 'boolean' } } as const;
  const { values, positionals } = read(args, ORDERS_USAGE, options);
  const [what, ...more] = positionals;
  const orderId = readOrderId(what);
  if (more.length > 0) throw new CommandError(ORDERS_USAGE);
  if (values.csv) {
    if (what !== undefined && !/\.csv$/i.test(what)) throw new CommandError(ORDERS_USAGE);
    return { show: 'table', file: what };
  }
  if (what === undefined) return { show: 'open', isAll: values.all ?? false };
  if (orderId === undefined || values.all) throw new CommandError(ORDERS_USAGE);
  return { show: 'story', orderId };
}

const SENT_USAGE = `Which order was sent, and by whom?
  npm run sent -- MA-… --courier DTDC --tracking 123456
  npm run sent -- MA-… --courier "Ravi Parcels" --tracking 123456 --url https://…      the page that shows the parcel`;

/** Returns what `npm run sent` must record. */
export function readSentArguments(args: Arguments): { orderId: string; dispatch: Dispatch } {
  const text = { type: 'string' } as const;
  const options = { courier: text, tracking: text, url: text };
  const { values, positionals } = read(args, SENT_USAGE, options);
  const orderId = readOrderId(positionals[0]);
  if (orderId === undefined || positionals.length > 1 || values.courier === undefined) {
    throw new CommandError(SENT_USAGE);
  }
  const { courier, tracking, url } = values;
  const checked = checkDispatch({ courier, trackingNumber: tracking, trackingUrl: url });
  if (!checked.ok) throw new CommandError(`${Object.values(checked.errors).join('. ')}.`);
  return { orderId, dispatch: checked.value };
}

const REFUND_USAGE = `Refund what?
  npm run refund -- MA-…                      all that is left of an order
  npm run refund -- MA-… --amount 250.00      a part of it
  npm run refund -- pay_…                     a payment that became no order`;

/** Returns what `npm run refund` must refund. */
export function readRefundArguments(
  args: Arguments,
): { orderId: string; wish: RefundRequest } | { paymentId: string } {
  const options = { amount: { type: 'string' }, times: { type: 'string' } } as const;
  const { values, positionals } = read(args, REFUND_USAGE, options);
  const [what, ...more] = positionals;
  if (what === undefined || what === '' || more.length > 0) throw new CommandError(REFUND_USAGE);
  const { amount, times } = values;
  const orderId = readOrderId(what);
  if (orderId === undefined) {
    if (amount === undefined && times === undefined) return { paymentId: what };
    throw new CommandError('A payment that became no order goes back whole: leave out options.');
  }
  if (amount === undefined) {
    if (times === undefined) return { orderId, wish: {} };
    throw new CommandError(REFUND_USAGE);
  }
  const paise = readRupees(amount);
  if (!paise) {
    throw new CommandError(`'${amount}' is no amount in rupees: write --amount 250.00.`);
  }
  if (times !== undefined && !/^[1-9]\d?$/.test(times)) {
    throw new CommandError('--times says how often the amount is to go back in all: --times 2.');
  }
  return { orderId, wish: { amount: paise, ...(times !== undefined && { times: Number(times) }) } };
}

function read<T extends ParseArgsOptionsConfig>(args: Arguments, usage: string, options: T) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    const why = error instanceof Error ? `${error.message.split('\n')[0]}\n` : '';
    throw new CommandError(why + usage);
  }
}

/** Returns the id of an order as it is stored, whatever its case; undefined if it is none. */
function readOrderId(text: string | undefined): string | undefined {
  const id = text?.trim().toUpperCase() ?? '';
  return /^MA-[0-9A-Z]{10}$/.test(id) ? id : undefined;
}

/** Returns rupees, '250' or '250.00', in paise; undefined if it is no amount. */
function readRupees(text: string): number | undefined {
  const [, whole, part = ''] = /^₹?(\d{1,12})(?:\.(\d{1,2}))?$/.exec(text.trim()) ?? [];
  if (whole === undefined) return undefined;
  return Number(whole) * 100 + Number(part.padEnd(2, '0'));
}

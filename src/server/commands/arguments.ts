// The arguments of the owner's commands. Each function throws UnclearArguments if they are not clear, and CommandError
// for a value that cannot be right.
import { parseArgs } from 'node:util';
import type { ParseArgsOptionsConfig } from 'node:util';
import { plainCode } from '../../shop/forms/clean-text.ts';
import { checkDispatch } from '../../shop/forms/dispatch.ts';
import type { Dispatch } from '../../shop/forms/dispatch.ts';
import type { RefundRequest } from '../payments/refund.ts';
import { CommandError } from '../platform/failures.ts';

/** The command has to say its usage. The message is the reason, if it can be named. */
export class UnclearArguments extends Error {
  override readonly name = 'UnclearArguments';
}

type Arguments = readonly string[];

export type OrdersRequest =
  | { show: 'open'; isAll: boolean }
  /** Without `file`, the table is printed to the standard output. */
  | { show: 'table'; file: string | undefined }
  | { show: 'story'; orderId: string };

/** Returns what `npm run orders` must show. */
export function readOrdersArguments(args: Arguments): OrdersRequest {
  const { values, positional } = parse(args, {
    csv: { type: 'boolean' },
    all: { type: 'boolean' },
  });
  if (values.csv) {
    if (positional !== undefined && !/\.csv$/i.test(positional)) throw new UnclearArguments();
    return { show: 'table', file: positional };
  }
  if (positional === undefined) return { show: 'open', isAll: values.all ?? false };
  const orderId = readOrderId(positional);
  if (orderId === undefined || values.all) throw new UnclearArguments();
  return { show: 'story', orderId };
}

export type SentRequest = { orderId: string; dispatch: Dispatch };

/** Returns what `npm run sent` must record. */
export function readSentArguments(args: Arguments): SentRequest {
  const text = { type: 'string' } as const;
  const { values, positional } = parse(args, { courier: text, tracking: text, url: text });
  const { courier, tracking, url } = values;
  const orderId = readOrderId(positional);
  if (orderId === undefined || courier === undefined) throw new UnclearArguments();
  const checked = checkDispatch({ courier, trackingNumber: tracking, trackingUrl: url });
  if (!checked.ok) throw new CommandError(`${Object.values(checked.errors).join('. ')}.`);
  return { orderId, dispatch: checked.value };
}

export type RefundTarget = { orderId: string; request: RefundRequest } | { paymentId: string };

/** Returns what `npm run refund` must refund. */
export function readRefundArguments(args: Arguments): RefundTarget {
  const text = { type: 'string' } as const;
  const { values, positional } = parse(args, { amount: text, times: text });
  const { amount, times } = values;
  if (!positional) throw new UnclearArguments();
  const orderId = readOrderId(positional);
  if (orderId === undefined) {
    if (amount === undefined && times === undefined) return { paymentId: plainCode(positional) };
    throw new CommandError('A payment that became no order goes back whole: leave out options.');
  }
  if (amount === undefined) {
    if (times === undefined) return { orderId, request: {} };
    throw new UnclearArguments();
  }
  const paise = readRupees(amount);
  if (!paise) throw new CommandError(`'${amount}' is no amount in rupees: write --amount 250.00.`);
  if (times !== undefined && !/^[1-9]\d?$/.test(plainCode(times))) {
    throw new CommandError('--times says how often the amount is to go back in all: --times 2.');
  }
  const count = times !== undefined && { times: Number(plainCode(times)) };
  return { orderId, request: { amount: paise, ...count } };
}

/** Returns the only argument: a file, or an e-mail address. */
export function readOnlyArgument(args: Arguments): string {
  const { positional } = parse(args, {});
  if (!positional) throw new UnclearArguments();
  return positional;
}

/** Returns the options and the argument beside them, if there is one. */
function parse<T extends ParseArgsOptionsConfig>(args: Arguments, options: T) {
  try {
    const parsed = parseArgs({ args: [...args], options, allowPositionals: true });
    const [positional, ...more] = parsed.positionals;
    if (more.length === 0) return { values: parsed.values, positional };
  } catch (error) {
    const [reason] = error instanceof Error ? error.message.split('\n') : [];
    throw new UnclearArguments(reason);
  }
  throw new UnclearArguments();
}

/** Returns the id of an order as it is stored, whatever its case; undefined if it is none. */
function readOrderId(text = ''): string | undefined {
  const id = plainCode(text).toUpperCase();
  return /^MA-[0-9A-Z]{10}$/.test(id) ? id : undefined;
}

/** Returns rupees, '250' or '250.00', in paise; undefined if it is no amount. */
function readRupees(text: string): number | undefined {
  const [, whole, part = ''] = /^₹?(\d{1,12})(?:\.(\d{1,2}))?$/.exec(plainCode(text)) ?? [];
  if (whole === undefined) return undefined;
  return Number(whole) * 100 + Number(part.padEnd(2, '0'));
}

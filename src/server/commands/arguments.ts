// The arguments of the owner's commands. Each function throws UnclearArguments if they are not clear, and CommandError
// for a value that cannot be right.
import { parseArgs } from 'node:util';
import type { ParseArgsOptionsConfig } from 'node:util';
import { findProduct } from '../../shop/catalogue/catalogue.ts';
import { plainCode, readRupees } from '../../shop/forms/clean-text.ts';
import { checkDispatch } from '../../shop/forms/dispatch.ts';
import type { Dispatch } from '../../shop/forms/dispatch.ts';
import { oneLine } from '../../shop/forms/fields.ts';
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

/** Without a courier it is a correction of a parcel that was sent. */
export type SentRequest = { orderId: string; dispatch: Partial<Dispatch> };

/** Returns what `npm run sent` must record. */
export function readSentArguments(args: Arguments): SentRequest {
  const text = { type: 'string' } as const;
  const { values, positional } = parse(args, { courier: text, tracking: text, url: text });
  const { courier, tracking, url } = values;
  const orderId = readOrderId(positional);
  if (orderId === undefined || (courier ?? tracking ?? url) === undefined) {
    throw new UnclearArguments();
  }
  const form = { courier: courier ?? 'as before', trackingNumber: tracking, trackingUrl: url };
  const checked = checkDispatch(form);
  if (!checked.ok) throw new CommandError(`${Object.values(checked.errors).join('. ')}.`);
  const { courier: name, ...tracked } = checked.value;
  return { orderId, dispatch: { ...(courier !== undefined && { courier: name }), ...tracked } };
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

export type ReviewsRequest =
  | { act: 'list'; isHidden: boolean; productId?: string }
  | { act: 'hide'; id: string; reason: string }
  | { act: 'show'; id: string }
  | { act: 'import'; file: string };

/** Returns what `npm run reviews` must do. */
export function readReviewsArguments(args: Arguments): ReviewsRequest {
  const text = { type: 'string' } as const;
  const options = { product: text, hidden: { type: 'boolean' }, reason: text } as const;
  const { values, positionals } = parse(args, options, 2);
  const { product, hidden: isHidden = false, reason } = values;
  const [act, target = ''] = positionals;
  if (act === undefined && reason === undefined) {
    if (product === undefined) return { act: 'list', isHidden };
    if (!findProduct(product)) throw new CommandError(`There is no product '${product}'.`);
    return { act: 'list', isHidden, productId: product };
  }
  const hasMore = isHidden || product !== undefined || (reason !== undefined && act !== 'hide');
  if (target === '' || hasMore) throw new UnclearArguments();
  if (act === 'show') return { act, id: target };
  if (act === 'import') return { act, file: target };
  if (act !== 'hide') throw new UnclearArguments();
  const cleaned = oneLine(reason ?? '');
  if (cleaned !== '' && cleaned.length <= 200) return { act, id: target, reason: cleaned };
  throw new CommandError('Say why, in 1 to 200 characters: --reason "an advertisement"');
}

/** Returns the only argument: a file, or an e-mail address. */
export function readOnlyArgument(args: Arguments): string {
  const { positional } = parse(args, {});
  if (!positional) throw new UnclearArguments();
  return positional;
}

/** Returns the options and the arguments beside them, of which there may be `most`. */
function parse<T extends ParseArgsOptionsConfig>(args: Arguments, options: T, most = 1) {
  try {
    const parsed = parseArgs({ args: [...args], options, allowPositionals: true });
    const { values, positionals } = parsed;
    if (positionals.length <= most) return { values, positionals, positional: positionals[0] };
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

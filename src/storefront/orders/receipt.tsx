// The printed receipt of an order. It prints as soon as it is rendered, and is not shown on the screen.
import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { brand } from '../../shop/brand.ts';
import { ifDamaged } from '../../shop/claims.ts';
import { findProduct } from '../../shop/catalogue/catalogue.ts';
import { versionPicture } from '../../shop/catalogue/product.ts';
import type { VersionKey } from '../../shop/catalogue/product.ts';
import { formatRupeesExact, rupees } from '../../shop/money.ts';
import { placeText } from '../../shop/order-text.ts';
import type { OrderPayload } from '../../shop/payloads/placed-orders.ts';
import { joinParts } from '../ui/class-names.ts';
import { BrandName } from '../ui/layout/brand.tsx';
import { RowPicture } from '../ui/product/item-row.tsx';
import row from '../ui/product/item-row.module.css';
import {
  orderAmount,
  orderDate,
  orderNumber,
  phoneText,
  refundRows,
  shippingRows,
} from './order-text.ts';
import type { Row } from './order-text.ts';
import s from './receipt.module.css';

/** In milliseconds. A receipt without one of its pictures is better than none. */
const LONGEST_WAIT = 3_000;

/** Prints once the pictures are there, unless the receipt was closed before. */
function usePrint() {
  const receipt = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const pictures = [...receipt.current!.querySelectorAll('img')].map((each) => each.decode());
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, LONGEST_WAIT);
    });
    let isOpen = true;
    void Promise.race([Promise.allSettled(pictures), wait]).then(() => isOpen && print());
    return () => {
      isOpen = false;
      clearTimeout(timer);
    };
  }, []);
  return receipt;
}

export default function Receipt({ order }: { order: OrderPayload }) {
  const receipt = usePrint();
  const rows = [
    ['Date', orderDate(order)],
    ['Status', order.status],
    ...shippingRows(order).filter(([term]) => term === 'Delivery'),
  ];
  // Outside of the page, which the style sheet does not print, including its dialog.
  return createPortal(
    <div ref={receipt} className={s.receipt} data-receipt="" translate="no">
      <header>
        <BrandName />
        <p>
          {brand.legalName && <b>{brand.legalName}</b>}
          <span>
            {[
              brand.address,
              brand.email,
              brand.phoneDisplay,
              brand.fssai && `FSSAI licence ${brand.fssai}`,
            ]
              .filter(Boolean)
              .map((line) => `\n${line}`)
              .join('')}
          </span>
        </p>
      </header>
      <div className={s.pair}>
        <h1>Receipt</h1>
        <p className={s.number}>
          Order ID
          <br />
          <b>{orderNumber(order)}</b>
        </p>
        <div>
          <h2>Shipping to</h2>
          <address>
            {[order.customerName, order.address, order.landmark, placeText(order), phoneText(order)]
              .filter(Boolean)
              .join('\n')}
          </address>
        </div>
        <div>
          <h2>Order</h2>
          <dl>
            {rows.map(([term, value]) => (
              <div key={term}>
                <dt>{term}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </div>
      </div>
      <table>
        <thead>
          <tr>
            <th scope="col">Item</th>
            <th scope="col">Price</th>
            <th scope="col">Qty</th>
            <th scope="col">Amount</th>
          </tr>
        </thead>
        <tbody>
          {receiptLines(order).map(({ name, choice, quantity, price, total, picture }, index) => (
            // Two lines of an order may be equal, so the index is the key
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={index}>
              <td>
                <div className={row.row}>
                  <RowPicture picture={picture} size={56} priority="soon" />
                  <span>
                    <b>{name}</b>
                    {choice && <small>{` ${choice}`}</small>}
                  </span>
                </div>
              </td>
              <td>{price}</td>
              <td>{quantity}</td>
              <td>{total}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          {receiptSums(order).map(([label, amount], index) => (
            // Two refunds of a day may be equal, so the index is the key
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={index}>
              <th scope="row" colSpan={3}>
                {label}
              </th>
              <td>{amount}</td>
            </tr>
          ))}
        </tfoot>
      </table>
      <p className={s.thanks}>Thank you for letting us make your gift.</p>
      <p>
        {`${ifDamaged ? `${ifDamaged} ` : ''}Write to ${brand.email} or call ${brand.phoneDisplay}.`}
      </p>
    </div>,
    document.body,
  );
}

/** Returns the lines of an order at the prices that were agreed on, per piece and for all of them, formatted. */
export function receiptLines({ products }: OrderPayload) {
  return products.map(({ id, name, selectedVersion, versionName, chocolate, quantity, price }) => ({
    name,
    picture: findPicture(id, selectedVersion),
    /** 'Kids · Dairy Milk'; may be empty. */
    choice: joinParts([versionName, chocolate]),
    quantity,
    price: formatRupeesExact(rupees(price)),
    total: formatRupeesExact(rupees(price) * quantity),
  }));
}

/** Returns the picture of a version; undefined if the shop no longer sells the product. */
function findPicture(id: string, version: VersionKey | undefined) {
  const product = findProduct(id);
  return product && versionPicture(product, version);
}

/** Returns the sums below the lines: the coupon, what was paid, and each refund with what stays paid. */
export function receiptSums(order: OrderPayload): Row[] {
  const { couponApplied, discountPercentage = 0, originalAmount, discountedAmount } = order;
  const saved = rupees(originalAmount) - rupees(discountedAmount);
  const discount: Row[] = [
    ['Subtotal', formatRupeesExact(rupees(originalAmount))],
    [`Coupon ${couponApplied} (${discountPercentage}% off)`, `−${formatRupeesExact(saved)}`],
  ];
  return [
    ...(couponApplied ? discount : []),
    ['Total paid', orderAmount(order)],
    ...refundRows(order),
  ];
}

// The printed receipt of an order. It prints as soon as it is rendered, and is not shown on the screen.
import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { brand } from '../../shop/brand.ts';
import { formatRupeesExact, rupees } from '../../shop/money.ts';
import type { OrderPayload } from '../../shop/payloads/orders.ts';
import { joinFacts } from '../ui/class-names.ts';
import { orderAmount, orderDate, orderNumber } from './order-facts.ts';
import s from './receipt.module.css';

export default function Receipt({ order }: { order: OrderPayload }) {
  useEffect(() => print(), []);
  const discount = receiptDiscount(order);
  // Outside of the page, which the style sheet does not print, including its dialog.
  return createPortal(
    <div className={s.receipt} data-receipt="" translate="no">
      <header>
        <b className={s.shop}>{brand.legalName || brand.name}</b>
        {brand.address && <p>{brand.address}</p>}
        <p>
          {[brand.email, brand.phoneDisplay, brand.fssai && `FSSAI licence ${brand.fssai}`]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </header>
      <h1>Receipt</h1>
      <p>
        Order ID <b>{orderNumber(order)}</b>
        <br />
        <span>{`${orderDate(order)} · ${order.status}`}</span>
      </p>
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
          {receiptLines(order).map(({ name, choice, quantity, price, total }, index) => (
            // Two lines of an order may be equal, so the index is the key
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={index}>
              <td>
                <span>{name}</span>
                {choice && <small>{` ${choice}`}</small>}
              </td>
              <td>{price}</td>
              <td>{quantity}</td>
              <td>{total}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          {discount && (
            <tr>
              <th scope="row" colSpan={3}>
                {discount.label}
              </th>
              <td>{discount.amount}</td>
            </tr>
          )}
          <tr>
            <th scope="row" colSpan={3}>
              Total paid
            </th>
            <td>{orderAmount(order)}</td>
          </tr>
        </tfoot>
      </table>
      <h2>Shipping to</h2>
      <address>
        {[
          order.customerName,
          order.address,
          order.landmark,
          `${order.state} - ${order.pincode}`,
          `+91 ${order.phoneNumber}`,
        ]
          .filter(Boolean)
          .join('\n')}
      </address>
    </div>,
    document.body,
  );
}

/** Returns the lines of an order at the prices that were agreed on, per piece and for all of them, formatted. */
export function receiptLines({ products }: OrderPayload) {
  return products.map(({ name, versionName, chocolate, quantity, price }) => ({
    name,
    /** 'Kids · Dairy Milk'; may be empty. */
    choice: joinFacts([versionName, chocolate]),
    quantity,
    price: formatRupeesExact(rupees(price)),
    total: formatRupeesExact(rupees(price) * quantity),
  }));
}

/** Returns the discount of the coupon, as a label and a formatted amount; undefined without a coupon. */
export function receiptDiscount(order: OrderPayload) {
  const { couponApplied, discountPercentage = 0, originalAmount, discountedAmount } = order;
  if (!couponApplied) return undefined;
  const saved = rupees(originalAmount) - rupees(discountedAmount);
  return {
    label: `${couponApplied} (${discountPercentage}% off)`,
    amount: `−${formatRupeesExact(saved)}`,
  };
}

// What is about to be ordered: the product of Buy Now, or the cart as a checklist.
import { formatRupees } from '../../../../shop/money.ts';
import { classNames } from '../../../ui/class-names.ts';
import cartHint from '../../../ui/if-empty.module.css';
import { FactLine } from '../../../ui/fact-line.tsx';
import layout from '../../../ui/layout.module.css';
import { Note } from '../../../ui/note.tsx';
import { PictureWell } from '../../../ui/picture.tsx';
import type { CheckoutItems } from './checkout-items.ts';
import type { CheckoutItem } from '../handover/checkout-item.ts';
import s from './items-panel.module.css';

interface ItemsPanelProps {
  /** Undefined until the browser's storage was read. */
  order: CheckoutItems | undefined;
  /** Keys of the items that stay out of this order. */
  unticked: ReadonlySet<string>;
  onToggle: (key: string) => void;
}

/** Renders nothing where there is nothing to order, and nothing to say about it. */
export function ItemsPanel({ order, unticked, onToggle }: ItemsPanelProps) {
  if (order?.items.length === 0 && order.leftOut.length === 0) return null;
  return (
    <section
      className={classNames(layout.panel, !order && cartHint.unlessEmpty)}
      aria-labelledby="your-items"
    >
      <h2 id="your-items">Your items</h2>
      {!order && <div className={s.waiting} aria-hidden="true" />}
      {order && order.items.length > 0 && (
        <ul className={s.items}>
          {order.items.map((item, index) => (
            <li key={item.key}>
              {order.mode === 'cart' ? (
                <label className={classNames(s.item, s.tickable)}>
                  <input
                    type="checkbox"
                    checked={!unticked.has(item.key)}
                    onChange={() => onToggle(item.key)}
                    aria-labelledby={`item-${index}`}
                    aria-describedby={`item-${index}-facts`}
                  />
                  <ItemFacts item={item} id={`item-${index}`} />
                </label>
              ) : (
                <div className={s.item}>
                  <ItemFacts item={item} id={`item-${index}`} />
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
      {order && order.leftOut.length > 0 && (
        <Note>We no longer sell {order.leftOut.join(', ')}: it is not part of this order.</Note>
      )}
    </section>
  );
}

function ItemFacts({ item, id }: { item: CheckoutItem; id: string }) {
  return (
    <>
      <PictureWell
        className={s.well}
        picture={item.picture}
        sizes="4.5rem"
        width={72}
        height={72}
        alt=""
      />
      <b id={id} className={s.name}>
        {item.name}
      </b>
      <span id={`${id}-facts`} className={s.facts}>
        <FactLine text={item.facts} />
      </span>
      <b className={s.price}>{formatRupees(item.total)}</b>
    </>
  );
}

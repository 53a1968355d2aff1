// The items to order: the product of Buy Now, or the cart as a checklist.
import { emptyCartPicture } from '../../shop/catalogue/catalogue.ts';
import { formatRupeesExact } from '../../shop/money.ts';
import { classNames } from '../ui/class-names.ts';
import { Note } from '../ui/feedback/note.tsx';
import { ButtonLink } from '../ui/form/button.tsx';
import layout from '../ui/layout/layout.module.css';
import { ClosedNote, whyNotForSale, whySoldOut } from '../ui/product/for-sale.tsx';
import { ItemRow } from '../ui/product/item-row.tsx';
import row from '../ui/product/item-row.module.css';
import { PictureWell } from '../ui/product/picture.tsx';
import { Tag } from '../ui/product/tag.tsx';
import type { Order } from './checkout-order.ts';
import s from './items-panel.module.css';

export function ItemsPanel({ order }: { order: Order }) {
  const { offer, isUnavailable, isTicked, kinds, toggle } = order;
  return (
    <section className={layout.panel} aria-labelledby="your-items">
      <div className={s.head}>
        <h2 id="your-items">Your items</h2>
        {offer?.mode === 'cart' &&
          offer.items.length > 0 &&
          kinds.length === 0 &&
          !isUnavailable && <p>Tick what you want to order.</p>}
      </div>
      <ClosedNote>You can order once we are open again. Your cart stays as it is.</ClosedNote>
      {/* Before storage is read, the styles show one of these two. */}
      {!offer && (
        <div
          className={classNames(layout.pending, layout.unlessEmpty, s.waiting)}
          aria-hidden="true"
        />
      )}
      {!offer?.items.length && (
        <div className={classNames(row.row, s.empty, !offer && layout.ifEmpty)}>
          <PictureWell
            className={row.well}
            picture={emptyCartPicture}
            sizes="(width >= 40em) 10rem, 92vw"
            width={360}
            height={160}
            alt=""
          />
          <div className={row.words}>
            <div>
              <h3 className={row.name}>Your cart is empty</h3>
              <p className={row.choice}>
                Looks like you haven't added any products to your cart yet
              </p>
            </div>
            <ButtonLink to="/productspage">Browse Products</ButtonLink>
          </div>
        </div>
      )}
      {offer && offer.items.length > 0 && (
        <ul className={classNames(s.items, row.lines)}>
          {offer.items.map((item, index) => (
            <li key={item.key}>
              <ItemRow
                as={offer.mode === 'cart' ? 'label' : 'div'}
                className={classNames(s.item, !isTicked(item) && row.off)}
                start={
                  offer.mode === 'cart' && (
                    <input
                      type="checkbox"
                      checked={isTicked(item)}
                      disabled={whyNotForSale(item.line.productId) !== undefined}
                      onChange={() => toggle(item)}
                      aria-labelledby={`item-${index}`}
                      aria-describedby={`item-${index}-facts`}
                    />
                  )
                }
                picture={item.picture}
                size={60}
                name={item.name}
                choice={item.facts}
                amount={formatRupeesExact(item.total)}
                id={`item-${index}`}
              >
                <SoldOutTag id={item.line.productId} />
              </ItemRow>
            </li>
          ))}
        </ul>
      )}
      {offer && offer.leftOut.length > 0 && (
        <Note>{`We no longer sell ${offer.leftOut.join(', ')}: it is not part of this order.`}</Note>
      )}
    </section>
  );
}

function SoldOutTag({ id }: { id: string }) {
  const soldOut = whySoldOut(id);
  return soldOut && <Tag small>{soldOut}</Tag>;
}

// The items to order: the product of Buy Now, or the cart as a checklist.
import { emptyCartPicture } from '../../shop/catalogue/catalogue.ts';
import { formatRupeesExact } from '../../shop/money.ts';
import { classNames } from '../ui/class-names.ts';
import { Note } from '../ui/feedback/note.tsx';
import { ButtonLink } from '../ui/form/button.tsx';
import layout from '../ui/layout/layout.module.css';
import { ChoiceText } from '../ui/layout/lines.tsx';
import { ClosedNote, whyNotForSale, whySoldOut } from '../ui/product/for-sale.tsx';
import { PictureWell } from '../ui/product/picture.tsx';
import { Tag } from '../ui/product/tag.tsx';
import type { CheckoutItem, Order } from './order.ts';
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
      {!offer && <div className={classNames(s.waiting, layout.unlessEmpty)} aria-hidden="true" />}
      {!offer?.items.length && (
        <div className={classNames(s.item, s.empty, !offer && layout.ifEmpty)}>
          <PictureWell
            className={s.well}
            picture={emptyCartPicture}
            sizes="(width >= 40em) 10rem, 92vw"
            width={360}
            height={160}
            alt=""
          />
          <h3 className={s.name}>Your cart is empty</h3>
          <p className={s.facts}>Looks like you haven't added any products to your cart yet</p>
          <ButtonLink to="/productspage">Browse Products</ButtonLink>
        </div>
      )}
      {offer && offer.items.length > 0 && (
        <ul className={s.items}>
          {offer.items.map((item, index) => (
            <li key={item.key}>
              {offer.mode === 'cart' ? (
                <label className={classNames(s.item, s.tickable)}>
                  <input
                    type="checkbox"
                    checked={isTicked(item)}
                    disabled={whyNotForSale(item.line.productId) !== undefined}
                    onChange={() => toggle(item)}
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
      {offer && offer.leftOut.length > 0 && (
        <Note>{`We no longer sell ${offer.leftOut.join(', ')}: it is not part of this order.`}</Note>
      )}
    </section>
  );
}

function ItemFacts({ item, id }: { item: CheckoutItem; id: string }) {
  const soldOut = whySoldOut(item.line.productId);
  return (
    <>
      <PictureWell
        className={s.well}
        picture={item.picture}
        sizes="3.75rem"
        width={60}
        height={60}
        alt=""
      />
      <b id={id} className={s.name}>
        {item.name}
      </b>
      <span id={`${id}-facts`} className={s.facts}>
        <ChoiceText text={item.facts} />
        {soldOut && (
          <Tag small className={s.soldOut}>
            {soldOut}
          </Tag>
        )}
      </span>
      <b className={s.price} translate="no">
        {formatRupeesExact(item.total)}
      </b>
    </>
  );
}

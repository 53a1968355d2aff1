// What Buy Now or the cart leads to, shown on the way through login and sign-up: it is kept. Fetched only then, because
// it needs the catalogue.
import { formatRupees } from '../../shop/money.ts';
import { type Quote, quote, toLineRequest } from '../../shop/price.ts';
import { readCart } from '../cart/cart-store.ts';
import { readCheckoutStart } from '../cart/start-checkout.ts';
import { RowPicture } from '../ui/product/item-row.tsx';
import row from '../ui/product/item-row.module.css';

/** Returns what the checkout will offer, without what is not sold any more; undefined if nothing is left. */
export function readChosen(): Quote | undefined {
  const start = readCheckoutStart();
  const isOne = start.mode === 'product';
  const lines = (isOne ? [start.line] : readCart().items.map(toLineRequest)).filter(
    (line) => quote([line]).ok,
  );
  const [reduced, full] = [quote(lines, isOne ? start.couponCode : undefined), quote(lines)];
  return reduced.ok ? reduced.quote : full.ok ? full.quote : undefined;
}

/** `act`: 'log in' or 'sign up'. */
export default function Chosen({ act }: { act: string }) {
  const chosen = readChosen();
  const [line] = chosen?.lines ?? [];
  if (!chosen || !line) return <p>{`Nothing is lost: ${act} to go on.`}</p>;
  const isOne = chosen.lines.length === 1;
  const facts = [isOne && line.versionName, isOne && line.quantity > 1 && `Qty ${line.quantity}`];
  const named = facts.filter(Boolean).join(', ');
  return (
    <div className={row.row}>
      <RowPicture size={48} priority="soon" picture={line.picture} />
      <div className={row.words}>
        <b className={row.name}>{isOne ? line.name : `${chosen.quantity} gifts`}</b>
        <b className={row.amount} translate="no">
          {formatRupees(chosen.amount)}
        </b>
        <small>{`${named && `${named}. `}It is kept; ${act} to order it.`}</small>
      </div>
    </div>
  );
}

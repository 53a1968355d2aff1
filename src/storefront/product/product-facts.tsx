// What the shop promises under Buy Now: when it is sent, when it arrives, how it is paid; for a combo, whom to call.
import { brand, priceIncludes } from '../../shop/brand.ts';
import type { ProductKind } from '../../shop/catalogue/product.ts';
import { deliveryEstimate } from '../../shop/catalogue/delivery.ts';
import { Icon } from '../ui/icon.tsx';
import { calendar, truck } from '../ui/icon-paths.ts';
import { ArrivalLine } from '../ui/product/arrival-line.tsx';
import s from './product-facts.module.css';

/**
 * The days are known once the page is hydrated; the durations below them hold on any day. Template literals save the
 * comments that React puts between two texts: the pages of products are at their limit of bytes.
 */
export function Promises({ kind }: { kind: ProductKind }) {
  const { preparation, dispatch, transit } = deliveryEstimate(kind);
  return (
    <ul className={s.promises}>
      <li>
        <Icon name={calendar} />
        <b>
          <ArrivalLine kinds={[kind]} says="sent" />
        </b>
        <span>{`Made for you in ${preparation}, dispatched within ${dispatch} after that.`}</span>
      </li>
      <li>
        <Icon name={truck} />
        <b>
          <ArrivalLine kinds={[kind]} says="withYou" />
        </b>
        <span>{`${transit} to all 28 states of India.`}</span>
      </li>
      <li>
        <Icon name="lock" />
        <b>{`The price includes ${priceIncludes}`}</b>
        <span>Pay online, in our payment partner’s own secure window.</span>
      </li>
      {kind === 'combo' && (
        <li>
          <Icon name="phone" />
          <b>
            <a href={`tel:${brand.phone}`}>Call Us</a>
          </b>
          <span>{`${brand.phoneDisplay}, for any question.`}</span>
        </li>
      )}
    </ul>
  );
}

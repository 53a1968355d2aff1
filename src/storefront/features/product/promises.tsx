// What the shop promises under Buy Now: how long it takes, where it goes, how it is paid.
import type { ProductKind } from '../../../shop/catalogue/product.ts';
import { deliveryEstimate } from '../../../shop/delivery-estimate.ts';
import { Icon } from '../../ui/icon.tsx';
import { heart, truck } from '../../ui/icon-paths.ts';
import { ArrivalLine } from '../../ui/arrival-line.tsx';
import s from './promises.module.css';

export function Promises({ kind }: { kind: ProductKind }) {
  const { preparation, dispatch, transit } = deliveryEstimate(kind);
  return (
    <ul className={s.promises}>
      <li>
        <Icon name={heart} />
        <span>
          <b>Made for you in {preparation}</b>, dispatched within {dispatch} after that.
        </span>
      </li>
      <li>
        <Icon name={truck} />
        <span>
          <b>{transit}</b> to all 28 states of India.
          <ArrivalLine kinds={[kind]} />
        </span>
      </li>
      <li>
        <Icon name="lock" />
        <span>
          <b>Pay online</b>, in our payment partner’s own secure window.
        </span>
      </li>
    </ul>
  );
}

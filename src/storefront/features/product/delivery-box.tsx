// 'Delivery Info': how the order travels, and whom to call about it.
import { useId } from 'react';
import { brand, priceIncludes } from '../../../shop/brand.ts';
import type { ProductKind } from '../../../shop/catalogue/product.ts';
import { deliveryEstimate } from '../../../shop/delivery-estimate.ts';
import { ArrivalLine } from '../../ui/arrival-line.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { truck } from '../../ui/icon-paths.ts';
import { Points } from '../../ui/points.tsx';
import s from './delivery-box.module.css';

interface DeliveryBoxProps {
  kind: ProductKind;
  points: readonly string[];
}

export function DeliveryBox({ kind, points }: DeliveryBoxProps) {
  const id = useId();
  return (
    <section className={s.box} aria-labelledby={id} data-keep-clear="">
      <Icon name={truck} className={s.icon} />
      <div className={s.head}>
        <h2 id={id}>Delivery Info</h2>
        <p>{deliveryEstimate(kind).transit} across India</p>
      </div>
      <p className={s.arrival}>
        <ArrivalLine kinds={[kind]} says="sent" />
        <ArrivalLine kinds={[kind]} says="withYou" />
      </p>
      <div className={s.points}>
        <Points points={points} look="steps" />
      </div>
      <div className={s.end}>
        <p>The price includes {priceIncludes}.</p>
        <ButtonLink variant="line" size="small" to={`tel:${brand.phone}`}>
          <Icon name="phone" />
          Call Us
        </ButtonLink>
      </div>
    </section>
  );
}

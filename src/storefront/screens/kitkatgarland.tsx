// /kitkatgarland: the page of the KitKat Garland, with its own badge and offer line.
import { details } from '../../shop/catalogue/kitkat-garland.details.ts';
import { kitkatGarland } from '../../shop/catalogue/kitkat-garland.ts';
import { Tag } from '../ui/tag.tsx';
import s from './kitkatgarland.module.css';
import { GarlandPage } from './product/garland-page.tsx';

export default function KitkatGarlandPage() {
  return (
    <GarlandPage
      product={kitkatGarland}
      details={details}
      fullScreen="always"
      badge={<Tag className={s.badge}>Perfect Gift</Tag>}
      renderOffer={({ percent }) =>
        percent > 0 && <p className={s.offer}>{percent}% OFF - Limited Time Offer!</p>
      }
    />
  );
}

// The pictures of /success. The delivery form fetches them while the payment window is open.
import { dairyMilkPictures } from '../../../../shop/catalogue/dairy-milk-pictures.ts';
import type { Picture } from '../../../../shop/catalogue/product.ts';
import type { LineRequest } from '../../../../shop/price.ts';
import { PictureWell } from '../../../ui/picture.tsx';
import { itemOf } from './checkout-item.ts';
import s from './placed-pictures.module.css';

/** The pendant of a garland in a ring of beads. */
export function Pendant() {
  return (
    <div className={s.pendant}>
      <PictureWell
        className={s.round}
        picture={dairyMilkPictures[1]}
        sizes="15rem"
        width={240}
        height={240}
        priority="first"
        alt=""
      />
      <svg className={s.beads} viewBox="0 0 100 100" aria-hidden="true">
        <circle cx="50" cy="50" r="47" />
        <circle cx="50" cy="50" r="47" />
      </svg>
    </div>
  );
}

export function PlacedPicture({ picture }: { picture: Picture }) {
  return (
    <PictureWell
      className={s.item}
      picture={picture}
      sizes="5.5rem"
      width={88}
      height={88}
      priority="soon"
      alt=""
    />
  );
}

/** All pictures of a purchase, to be fetched ahead. */
export function PlacedPictures({ lines }: { lines: readonly LineRequest[] }) {
  const pictures = lines.flatMap((line) => itemOf(line)?.picture ?? []);
  return (
    <>
      <Pendant />
      {pictures.map((picture, index) => (
        // Equal lines have equal pictures, so the index is the key
        // oxlint-disable-next-line react/no-array-index-key
        <PlacedPicture key={index} picture={picture} />
      ))}
    </>
  );
}

// The pictures of /success. The delivery form fetches them while the payment window is open.
import type { Picture } from '../../shop/catalogue/product.ts';
import type { LineRequest } from '../../shop/price.ts';
import { PictureWell } from '../ui/product/picture.tsx';
import { itemOf } from './checkout-item.ts';
import pendant from './pendant.webp';
import s from './placed-pictures.module.css';

/** The pendant of a garland. */
export function Pendant() {
  return <img className={s.pendant} src={pendant} width={144} height={180} alt="" />;
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

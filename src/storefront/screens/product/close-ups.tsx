// Between much to read: the product from near and, where it is worn, on dress forms.
import type { Picture } from '../../../shop/catalogue/product.ts';
import { PictureWell } from '../../ui/picture.tsx';
import s from './close-ups.module.css';

/** @param pictures of the gallery: the second is the close-up, the last one of three or more shows it worn */
export default function CloseUps({ pictures }: { pictures: readonly Picture[] }) {
  const shown = pictures.filter(
    (_, index, { length }) => index === 1 || (index > 1 && index === length - 1),
  );
  return (
    <div className={s.pictures}>
      {shown.map((picture) => (
        <PictureWell
          key={picture.name}
          picture={picture}
          sizes="100vw"
          width={1200}
          height={1200}
          alt=""
        />
      ))}
    </div>
  );
}

// A close-up of the product and a picture to scale, between long texts.
import type { Picture } from '../../../shop/catalogue/product.ts';
import { PictureWell } from '../../ui/picture.tsx';
import s from './close-ups.module.css';

interface CloseUpsProps {
  closeUp: Picture;
  toScale: Picture;
}

export default function CloseUps({ closeUp, toScale }: CloseUpsProps) {
  return (
    <div className={s.pictures}>
      {[closeUp, toScale].map((picture) => (
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

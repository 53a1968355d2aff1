// Between much to read: the product from near and, where it is worn, on dress forms.
import type { Picture } from '../../../shop/catalogue/product.ts';
import { PictureWell } from '../../ui/picture.tsx';
import s from './close-ups.module.css';

interface CloseUpsProps {
  closeUp: Picture;
  worn: Picture | undefined;
}

export default function CloseUps({ closeUp, worn }: CloseUpsProps) {
  return (
    <div className={s.pictures}>
      {[closeUp, ...(worn ? [worn] : [])].map((picture) => (
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

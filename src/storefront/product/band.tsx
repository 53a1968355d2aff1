// The content of the band of colour below the facts: the product as it is worn, one sentence, and a close-up.
import type { Product, ProductDetails } from '../../shop/catalogue/product.ts';
import { PictureWell } from '../ui/product/picture.tsx';
import { Beads } from '../ui/layout/title.tsx';
import s from './band.module.css';

interface BandProps {
  product: Product;
  details: ProductDetails;
}

export function Band({ product, details: { toScale, line } }: BandProps) {
  const shown = { sizes: '(width >= 48em) 50vw, 100vw', width: 640, height: 640, alt: '' };
  return (
    <div className={s.band}>
      <PictureWell picture={toScale} className={s.large} {...shown} />
      <div className={s.words}>
        <Beads />
        <p>{line}</p>
      </div>
      <PictureWell picture={product.pictures[1]} className={s.small} {...shown} />
    </div>
  );
}

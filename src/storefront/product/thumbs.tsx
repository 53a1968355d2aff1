// The gallery's thumbnails, which select the large picture.
import type { Picture as PictureData } from '../../shop/catalogue/product.ts';
import { Picture } from '../ui/product/picture.tsx';
import { SCALE_SIZES } from '../ui/product/picture-address.ts';
import s from './thumbs.module.css';

const SIZES = '(width >= 64em) 5.75rem, (width >= 48em) 4.5rem, 3rem';

interface ThumbsProps {
  pictures: readonly PictureData[];
  index: number;
  onIndex: (index: number) => void;
  /** While false, the buttons are empty placeholders. */
  isLoaded: boolean;
}

export function Thumbs({ pictures, index, onIndex, isLoaded }: ThumbsProps) {
  return (
    <div className={s.thumbs}>
      {pictures.map((picture, at) => (
        <button
          key={picture.name}
          type="button"
          aria-label={`Image ${at + 1} of ${pictures.length}`}
          aria-current={at === index ? 'true' : undefined}
          onClick={() => onIndex(at)}
        >
          {isLoaded && (
            <Picture
              picture={picture}
              alt=""
              // The last one is to scale, as in the tiles of the versions.
              sizes={at === pictures.length - 1 ? SCALE_SIZES : SIZES}
              width={112}
              height={112}
            />
          )}
        </button>
      ))}
    </div>
  );
}

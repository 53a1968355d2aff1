// The gallery's thumbnails, which select the large picture.
import type { Picture as PictureData } from '../../../shop/catalogue/product.ts';
import { Picture } from '../../ui/picture.tsx';
import s from './thumbs.module.css';

interface ThumbsProps {
  pictures: readonly PictureData[];
  index: number;
  onIndex: (index: number) => void;
  /** While false, the buttons are empty placeholders. */
  showsAll: boolean;
}

export function Thumbs({ pictures, index, onIndex, showsAll }: ThumbsProps) {
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
          {showsAll && <Picture picture={picture} alt="" sizes="4.5rem" width={72} height={72} />}
        </button>
      ))}
    </div>
  );
}

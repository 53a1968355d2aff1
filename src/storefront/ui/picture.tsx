// A product picture: AVIF if the browser supports it, else WebP, in the size that the screen needs.
import type { Picture as ShopPicture } from '../../shop/catalogue/product.ts';
import { pictureSet, pictureUrl, sparingSizes } from './picture-address.ts';
import s from './picture.module.css';

export interface PictureProps {
  picture: ShopPicture;
  /** The `sizes` attribute: '(width >= 48em) 18rem, 46vw'. */
  sizes: string;
  /** The largest width in CSS pixels. With `height` it also reserves the space before the picture has loaded. */
  width: number;
  height: number;
  /** For the picture that fills the first view: not lazy, and loaded before others. */
  priority?: boolean | undefined;
  className?: string | undefined;
  /** Replaces the picture's own text; '' if it only repeats the text beside it. */
  alt?: string | undefined;
}

/** Cropping keeps the picture's `focus` visible; see picture.module.css. */
export function Picture({
  picture: { name, alt: ownAlt, focus },
  sizes,
  width,
  height,
  priority = false,
  className,
  alt = ownAlt,
}: PictureProps) {
  const thrifty = sparingSizes(sizes);
  return (
    <picture className={s.picture}>
      <source type="image/avif" srcSet={pictureSet(name, width, 'avif')} sizes={thrifty} />
      <img
        // Before the URLs: Safari starts to load as soon as it has one
        loading={priority ? undefined : 'lazy'}
        decoding={priority ? undefined : 'async'}
        fetchPriority={priority ? 'high' : undefined}
        sizes={thrifty}
        srcSet={pictureSet(name, width, 'webp')}
        src={pictureUrl(name, 480, 'webp')}
        className={className}
        data-focus={focusName(focus)}
        width={width}
        height={height}
        alt={alt}
      />
    </picture>
  );
}

/** Returns '50-62' for a focus of [0.5, 0.62], and undefined for the centre. */
function focusName([x, y]: ShopPicture['focus']): string | undefined {
  const name = `${Math.round(x * 100)}-${Math.round(y * 100)}`;
  return name === '50-50' ? undefined : name;
}

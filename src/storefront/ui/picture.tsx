// A product picture: AVIF where the browser knows it, else WebP, in the size that the screen needs.
import type { ReactNode } from 'react';
import type { Picture as ShopPicture } from '../../shop/catalogue/product.ts';
import { classNames } from './class-names.ts';
import { pictureSet, pictureUrl, sparingSizes } from './picture-address.ts';
import s from './picture.module.css';

export interface PictureProps {
  picture: ShopPicture;
  /** How wide it is drawn, as the `sizes` of an image: '(width >= 48em) 18rem, 46vw'. */
  sizes: string;
  /** CSS pixels at which it is drawn at most; with `height` it also reserves the room before it has loaded. */
  width: number;
  height: number;
  /** For the one picture that fills the first view: loaded at once and before others. */
  priority?: boolean | undefined;
  className?: string | undefined;
  /** Instead of the picture's own words; '' where it only repeats what stands beside it. */
  alt?: string | undefined;
}

/** Cropped pictures keep the point in sight that `focus` names; see picture.module.css. */
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
        // Before the addresses: Safari starts to load as soon as it has one
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

interface PictureWellProps extends Omit<PictureProps, 'picture'> {
  /** Without one, the well stays empty. */
  picture: ShopPicture | undefined;
  /** Of the well. */
  className?: string | undefined;
  /** What lies over the picture. */
  children?: ReactNode;
}

/** A picture that fills a square with round corners. */
export function PictureWell({ picture, className, children, ...rest }: PictureWellProps) {
  return (
    <span className={classNames(s.well, className)}>
      {picture && <Picture picture={picture} {...rest} />}
      {children}
    </span>
  );
}

/** '50-62' for a focus of [0.5, 0.62]; the middle needs no name. */
function focusName([x, y]: ShopPicture['focus']): string | undefined {
  const name = `${Math.round(x * 100)}-${Math.round(y * 100)}`;
  return name === '50-50' ? undefined : name;
}

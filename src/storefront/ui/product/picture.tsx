// A product picture: AVIF if the browser supports it, else WebP, in the size that the screen needs.
import type { ReactNode } from 'react';
import type { Picture as ShopPicture } from '../../../shop/catalogue/product.ts';
import { classNames } from '../class-names.ts';
import { phoneWidths, pictureSet, pictureUrl, sourceSet, sparingSizes } from './picture-address.ts';
import s from './picture.module.css';

export interface PictureProps {
  picture: ShopPicture;
  /** The `sizes` attribute: '(width >= 48em) 18rem, 46vw'. */
  sizes: string;
  /** The largest width in CSS pixels. With `height` it also reserves the space before the picture has loaded. */
  width: number;
  height: number;
  /**
   * 'first' for the largest picture of the first view: it is loaded before all others, so a page has one. 'soon' for
   * others that show at once. Without it, a picture is loaded when it comes near.
   */
  priority?: 'first' | 'soon' | undefined;
  className?: string | undefined;
  /** Replaces the picture's own text; '' if it only repeats the text beside it. */
  alt?: string | undefined;
  /** Whether phones get its master that is twice as wide as high: they leave it less height than width. */
  wide?: boolean;
}

/**
 * Browsers that know no AVIF get one WebP of medium size, except for the page's first picture: their share is small, and
 * the lists of sizes weigh on every page. Cropping keeps the picture's `focus` visible (picture.module.css).
 */
export function Picture(props: PictureProps) {
  const { picture, sizes, width, height, priority, className, alt = picture.alt, wide } = props;
  const { name, focus } = picture;
  const thrifty = sparingSizes(sizes);
  return (
    <picture className={s.picture}>
      {wide && <WideSources name={name} media="(width < 30em)" sizes="36rem" />}
      <source type="image/avif" srcSet={pictureSet(name, width, 'avif')} sizes={thrifty} />
      <img
        // Before the URLs: Safari starts to load as soon as it has one
        loading={priority ? undefined : 'lazy'}
        decoding={priority ? undefined : 'async'}
        fetchPriority={priority === 'first' ? 'high' : undefined}
        {...(priority === 'first' && { sizes: thrifty, srcSet: pictureSet(name, width, 'webp') })}
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

/** The master that is twice as wide as high, for windows that `media` names. */
export function WideSources(props: { name: string; media: string; sizes: string }) {
  const { name, media, sizes } = props;
  return (['avif', 'webp'] as const).map((format) => (
    <source
      key={format}
      media={media}
      type={`image/${format}`}
      srcSet={sourceSet(`${name}-wide`, phoneWidths[format], format)}
      sizes={sparingSizes(sizes)}
      // Or the square's shape, until it is loaded
      width={1200}
      height={600}
    />
  ));
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

/** Returns '50-62' for a focus of [0.5, 0.62], and undefined for the centre. */
function focusName([x, y]: ShopPicture['focus']): string | undefined {
  const name = `${Math.round(x * 100)}-${Math.round(y * 100)}`;
  return name === '50-50' ? undefined : name;
}

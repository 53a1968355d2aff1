// The picture behind the hero's words: a square on phones, a backdrop as wide as the window from 768 px up.
import { dairyMilkPictures } from '../../shop/catalogue/dairy-milk-pictures.ts';
import { pictureSet, pictureUrl, sourceSet, sparingSizes } from '../ui/product/picture-address.ts';
import s from './hero.module.css';

const [square] = dairyMilkPictures;
/** Of the square on phones: at most 720 pixels, because it is what they wait for. */
const PHONE = sparingSizes('(width >= 30em) 100vw, min(100vw, 22.5rem)');

const BACKDROP = 'home-3-hero';
/** As hero.module.css lays it out. */
const WINDOW = 'max(100vw, min(100vw + 12rem, 194svh))';
const widths = [960, 1200, 1600, 2400] as const;

/** Both pictures show the same, so one text describes them. */
export function HeroPicture() {
  return (
    <picture className={s.picture}>
      {(['avif', 'webp'] as const).map((format) => (
        <source
          key={format}
          media="(width >= 48em)"
          type={`image/${format}`}
          srcSet={sourceSet(BACKDROP, widths, format)}
          sizes={WINDOW}
          width={2400}
          height={1040}
        />
      ))}
      <source type="image/avif" srcSet={pictureSet(square.name, 960, 'avif')} sizes={PHONE} />
      <img
        fetchPriority="high"
        sizes={PHONE}
        srcSet={pictureSet(square.name, 960, 'webp')}
        src={pictureUrl(square.name, 480, 'webp')}
        width={960}
        height={960}
        alt={square.alt}
      />
    </picture>
  );
}

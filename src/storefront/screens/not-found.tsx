// Any other path: says so, and offers the ways back in. The mark has lost a bead.
import { chatLink } from '../../shop/brand.ts';
import { ButtonLink } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import layout from '../ui/layout.module.css';
import s from './not-found.module.css';

export default function NotFoundScreen() {
  return (
    <div className={classNames(layout.festive, layout.dark, s.ground)}>
      <div className={classNames(layout.wrap, s.words)}>
        <svg viewBox="0 0 36 38" aria-hidden="true" className={s.garland}>
          <path d="M19.9 3.4h0M26.5 12.3h0M25.7 24.3h0M15 27.6h0M8.5 18.7h0M12.5 6.7h0" />
          <path
            className={s.gold}
            d="M23.5 6.7h0M31.5 34.6h0M21 27.6h0M10.3 24.3h0M9.5 12.3h0M16.1 3.4h0"
          />
          <path
            className={s.heart}
            d="M18 36s-6-3.5-6-7.6a3.3 3.3 0 0 1 6-1.9 3.3 3.3 0 0 1 6 1.9C24 32.5 18 36 18 36z"
          />
        </svg>
        <h1>404 - Page Not Found</h1>
        <p>
          This bead has slipped off the string. The page may have moved, or its address may be spelt
          differently.
        </p>
        <div className={classNames(layout.row, layout.center)}>
          <ButtonLink to="/productspage" variant="gold">
            See all products
          </ButtonLink>
          <ButtonLink to="/home" variant="light">
            Go to Home
          </ButtonLink>
        </div>
        <p>
          Looking for something special? <a href={chatLink()}>Ask us on chat</a>.
        </p>
      </div>
    </div>
  );
}

// The mark (a string of beads with a heart) and the name; leads home.
import { brand } from '../../../shop/brand.ts';
import { AppLink } from '../../ui/app-link.tsx';
import s from './brand-link.module.css';

export function BrandLink() {
  return (
    <AppLink to="/home" className={s.brand}>
      {/* Every bead is a line of no length with round ends */}
      <svg viewBox="0 0 36 36" aria-hidden="true" className={s.mark}>
        <path d="M19.9 3.4h0M26.5 12.3h0M25.7 24.3h0M15 27.6h0M8.5 18.7h0M12.5 6.7h0" />
        <path
          className={s.gold}
          d="M23.5 6.7h0M27.5 18.7h0M21 27.6h0M10.3 24.3h0M9.5 12.3h0M16.1 3.4h0"
        />
        <path
          className={s.heart}
          d="M18 36s-6-3.5-6-7.6a3.3 3.3 0 0 1 6-1.9 3.3 3.3 0 0 1 6 1.9C24 32.5 18 36 18 36z"
        />
      </svg>
      <span>{brand.name}</span>
    </AppLink>
  );
}

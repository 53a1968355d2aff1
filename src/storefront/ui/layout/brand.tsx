// The shop's mark, a garland with its pendant, and its name. icons/mark.svg has the same shapes.
import { brand } from '../../../shop/brand.ts';
import { AppLink } from '../../platform/navigation.tsx';
import { classNames } from '../class-names.ts';
import s from './brand.module.css';

const loop = 'M18 28C11 24.5 7 18.5 7 12.8S11.7 3.3 18 3.3 29 7 29 12.8 25 24.5 18 28z';
const heart =
  'M18 31c-2.6-1.7-3.7-3.1-3.7-4.4a1.95 1.95 0 0 1 3.7-1 1.95 1.95 0 0 1 3.7 1c0 1.3-1.1 2.7-3.7 4.4z';

function Mark({ className }: { className?: string | undefined }) {
  return (
    <svg viewBox="0 0 36 36" aria-hidden="true" className={classNames(s.brandMark, className)}>
      <path d={loop} />
      <path d={loop} className={s.bands} />
      <circle cx="18" cy="28" r="4.8" className={s.rosette} />
      <path d={heart} className={s.heart} />
    </svg>
  );
}

export function BrandLink() {
  return (
    <AppLink to="/home" className={s.brand}>
      <MarkAndName />
    </AppLink>
  );
}

export function BrandName() {
  return (
    <b className={s.brand}>
      <MarkAndName />
    </b>
  );
}

function MarkAndName() {
  return (
    <>
      <Mark className={s.mark} />
      <span translate="no">{brand.name}</span>
    </>
  );
}

// The mark and the name: as a link home, and as words.
import { brand } from '../../../shop/brand.ts';
import { AppLink } from '../../platform/app-link.tsx';
import { Mark } from './brand.tsx';
import s from './brand-link.module.css';

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
      <span>{brand.name}</span>
    </>
  );
}

// The mark and the name; leads home.
import { brand } from '../../../shop/brand.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { Mark } from '../../ui/mark.tsx';
import s from './brand-link.module.css';

export function BrandLink() {
  return (
    <AppLink to="/home" className={s.brand}>
      <Mark className={s.mark} />
      <span>{brand.name}</span>
    </AppLink>
  );
}

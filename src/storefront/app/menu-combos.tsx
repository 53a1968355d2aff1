// The combos with their pictures, at the foot of the menu. Fetched when it is first opened.
import { comboProducts } from '../../shop/catalogue/catalogue.ts';
import { AppLink } from '../platform/app-link.tsx';
import { PictureWell } from '../ui/product/picture.tsx';
import s from './menu-combos.module.css';

export default function MenuCombos() {
  return (
    <ul className={s.combos} aria-label="Combos">
      {comboProducts.map(({ id, link, cardTitle, name, pictures: [whole] }) => (
        <li key={id}>
          <AppLink to={link}>
            <PictureWell picture={whole} sizes="8.25rem" width={132} height={132} alt="" />
            {cardTitle ?? name}
          </AppLink>
        </li>
      ))}
    </ul>
  );
}

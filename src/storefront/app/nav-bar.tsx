// The bar at the top of every page. It stays visible; once the page has scrolled, it has a paper background with a
// shadow instead of its string of beads. Its height never changes.
import { useEffect, useState } from 'react';
import { useCartCount } from '../cart/cart-storage.ts';
import { AppLink, currentPage, useLocation } from '../platform/navigation.tsx';
import { classNames } from '../ui/class-names.ts';
import { IconLink } from '../ui/form/button.tsx';
import layout from '../ui/layout/layout.module.css';
import { BrandLink } from '../ui/layout/brand.tsx';
import { AccountButton } from './account-button.tsx';
import { Menu } from './menu.tsx';
import s from './nav-bar.module.css';

const links = [
  ['/home', 'Home'],
  ['/productspage', 'Products'],
  ['/combo', 'Combo'],
  ['/Contactus', 'ContactUs'],
] as const;

/** How far the page scrolls before the bar changes, in CSS pixels (specification, section 9). */
const THRESHOLD = 20;

export function NavBar() {
  const { pathname } = useLocation();
  const scrolled = useScrolled();
  return (
    <header className={s.bar} data-scrolled={scrolled}>
      <nav className={classNames(layout.wrap, s.row)} aria-label="Main">
        <BrandLink />
        <div className={s.links}>
          {links.map(([to, words]) => (
            <AppLink key={to} to={to} aria-current={currentPage(to, pathname)}>
              {words}
            </AppLink>
          ))}
        </div>
        <div className={s.end}>
          <IconLink to="/your-orders" label="Your orders" icon="box" className={s.wide} />
          <CartLink />
          <AccountButton className={classNames(s.wide, s.account)} />
          <Menu />
        </div>
      </nav>
    </header>
  );
}

function CartLink() {
  const count = useCartCount();
  const label = count > 0 ? `Cart, ${count} ${count === 1 ? 'item' : 'items'}` : 'Cart';
  return (
    <IconLink to="/cart" label={label} icon="cart">
      {count > 0 && (
        // A new element for a new number, so that each addition animates it
        <span key={count} className={s.badge} aria-hidden="true">
          {count}
        </span>
      )}
    </IconLink>
  );
}

function useScrolled(): boolean {
  const [scrolled, setScrolled] = useState(false);
  useEffect(() => {
    const update = () => setScrolled(scrollY > THRESHOLD);
    update();
    addEventListener('scroll', update, { passive: true });
    return () => removeEventListener('scroll', update);
  }, []);
  return scrolled;
}

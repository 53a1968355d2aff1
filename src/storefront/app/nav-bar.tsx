// The bar at the top of every page. It stays visible; once the page has scrolled, it has a paper background with a
// shadow instead of its string of beads. Its height never changes.
import { type RefObject, useEffect, useRef, useState } from 'react';
import { chatLink } from '../../shop/brand.ts';
import { plainPath } from '../../shop/paths.ts';
import { useCartCount } from '../cart/cart-storage.ts';
import { AppLink, currentPage, useLocation } from '../platform/navigation.tsx';
import { classNames } from '../ui/class-names.ts';
import { IconLink } from '../ui/form/button.tsx';
import layout from '../ui/layout/layout.module.css';
import { BrandLink } from '../ui/layout/brand.tsx';
import { Icon } from '../ui/icon.tsx';
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

/** @param product the name of the product that the page is about */
export function NavBar({ product }: { product: string | undefined }) {
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
          <Chat product={product} />
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

/** The link to a chat, whose first message names the page's product. It floats where it covers no control, else it is in the bar. */
function Chat({ product }: { product: string | undefined }) {
  const link = useRef<HTMLAnchorElement>(null);
  const floats = useFloats(link);
  return (
    <a
      // With a key: an element that changes its place would count as a shift of the layout
      key={floats ? 'floating' : 'in the bar'}
      ref={link}
      href={chatLink(product)}
      className={classNames(s.chat, floats ? s.floats : s.docked)}
    >
      <Icon name="chat" />
      <span>
        Chat<span> with us</span>
      </span>
    </a>
  );
}

/** Where somebody fills in a form, or pays. */
const withChatInBar = /^\/(cart|deliveryform|success|login|signup|forgot-|reset-|confirm-)/;
/** A link or a button that floats up and away while somebody scrolls would disturb. */
const REST_MS = 300;

/** Returns whether the chat link floats: nothing that can be pressed is under it, and no pay bar holds it. */
function useFloats(link: RefObject<HTMLElement | null>): boolean {
  const path = plainPath(useLocation().pathname);
  const [floats, setFloats] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const set = (next: boolean) => {
      // The focus would be lost with the element
      if (document.activeElement !== link.current) setFloats(next);
    };
    const isFree = () => !withChatInBar.test(path) && isCornerFree();
    const place = () => {
      clearTimeout(timer);
      // In the bar nothing is looked for while somebody scrolls
      if (floats && !isFree()) set(false);
      else timer = setTimeout(() => set(isFree()), REST_MS);
    };
    const observer = new ResizeObserver(place);
    observer.observe(document.body);
    addEventListener('scroll', place, { passive: true });
    addEventListener('resize', place);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      removeEventListener('scroll', place);
      removeEventListener('resize', place);
    };
  }, [path, link, floats]);
  return floats;
}

/** From the window's right and lower edge, in CSS pixels: the link and its margins. */
const CORNER = { right: 170, bottom: 72 };
const PRESSED = 'a, button, input, select, textarea, label, summary, article, footer, dialog';
/** In a wide window the bar has room for it, so that it covers no text that is read there either. */
const READ = `${PRESSED}, p, li, dd, td, h2, h3`;
const WIDE = 768;

/** Returns whether nothing that can be pressed, nor in a wide window read, is in the corner where the chat link floats. */
function isCornerFree(): boolean {
  if (document.querySelector('[data-dock]')) return false;
  const { clientWidth } = document.documentElement;
  // No more than 24 pixels apart, the least height of a control
  for (let x = 12; x <= CORNER.right; x += 24) {
    for (let y = 12; y <= CORNER.bottom; y += 20) {
      const [top] = document
        .elementsFromPoint(clientWidth - x, innerHeight - y)
        .filter((element) => !element.closest('header'));
      if (top?.closest(clientWidth < WIDE ? PRESSED : READ)) return false;
    }
  }
  return true;
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

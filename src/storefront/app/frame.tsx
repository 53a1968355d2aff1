// The frame around every screen: the bar, the footer, the offer over the home page and, on the demo, a line that says
// so; and what a change of page does.
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { plainPath } from '../../shop/paths.ts';
import { AppLink, currentKey, useLocation } from '../platform/navigation.tsx';
import { inBrowser } from '../platform/storage.ts';
import { classNames } from '../ui/class-names.ts';
import { IconButton } from '../ui/form/button.tsx';
import layout from '../ui/layout/layout.module.css';
import { gentleScroll } from '../ui/motion/motion.ts';
import { Chat } from './chat.tsx';
import { Footer } from './footer.tsx';
import { NavBar } from './nav-bar.tsx';
import { bannerText } from './computed.build.ts';
import s from './frame.module.css';

/** Read by the script in the page's head too, which leaves the offer out before the first paint. */
const closed = inBrowser('maalai.offer-closed');

/** How far each visited screen was scrolled, by the key of its history entry. */
const scrollPositions = new Map<string, number>();

/** Where a visitor is about to finish something, or has just done so. */
const withShortFooter = /^\/(login|signup|forgot-|reset-|confirm-|deliveryform|success)/;

interface FrameProps {
  /** While the shop has no live payment keys. */
  demo: boolean;
  /** The product that the screen is about. */
  product?: string | undefined;
  /** The screen. */
  children: ReactNode;
}

export function Frame({ demo, product, children }: FrameProps) {
  const main = useRef<HTMLElement>(null);
  const path = plainPath(useLocation().pathname);
  usePageChange(main);
  return (
    <div className={s.page}>
      <a className={s.skip} href="#main">
        Skip to content
      </a>
      {demo && (
        <aside className={s.demo} aria-label="Demo">
          Demo shop: payments are tests, nothing is delivered.
        </aside>
      )}
      <noscript>
        <p className={s.demo}>Buying here needs JavaScript: please switch it on, or call us.</p>
      </noscript>
      {path === '/home' && <OfferBanner />}
      <NavBar />
      <main id="main" ref={main} className={s.main} tabIndex={-1}>
        {children}
      </main>
      {/* With a key: on a screen that somebody is redirected to, its new place would count as a shift of the layout. */}
      <Footer key={path} isShort={withShortFooter.test(path)} />
      {/* After the pay bar, which its styles refer to. */}
      <Chat product={product} />
    </div>
  );
}

function closeOffer() {
  document.documentElement.setAttribute('data-offer-closed', '');
  // If the browser refuses storage, it stays closed until the next page load
  closed.write(1);
  // Its button is gone, so the focus moves to the page
  document.querySelector('main')?.focus({ preventScroll: true });
}

function OfferBanner() {
  return (
    <aside className={classNames(s.offer, layout.dark)} aria-label="Offer">
      <div className={classNames(layout.wrap, s.row)}>
        <p>{bannerText}</p>
        <AppLink to="/productspage" className={classNames(s.code, layout.crimped)}>
          GET OFFERS!
        </AppLink>
        <IconButton label="Close offer" icon="close" className={s.close} onClick={closeOffer} />
      </div>
    </aside>
  );
}

/**
 * Does for a navigation what the browser does for a page load: begins at the top, restores the scroll position on a
 * return, and lets the keyboard and the screen reader begin at the new heading.
 */
function usePageChange(main: RefObject<HTMLElement | null>): void {
  const location = useLocation();
  const last = useRef(location);

  useEffect(() => {
    const record = () => {
      // The browser may already be at the next entry while React is not yet.
      if (currentKey() === location.key) scrollPositions.set(location.key, scrollY);
    };
    addEventListener('scroll', record, { passive: true });
    return () => removeEventListener('scroll', record);
  }, [location.key]);

  useLayoutEffect(() => {
    const { key, pathname } = last.current;
    if (key === location.key) return;
    last.current = location;
    const samePage = plainPath(pathname) === plainPath(location.pathname);
    if (location.isReturn) {
      // The browser restored it too early: the previous screen was still shown, maybe a shorter one
      const top = scrollPositions.get(location.key);
      if (top !== undefined) scrollTo({ top, behavior: 'instant' });
      return;
    }
    const target = location.hash && document.getElementById(location.hash.slice(1));
    if (target) target.scrollIntoView();
    else scrollTo({ top: 0, behavior: samePage ? gentleScroll() : 'instant' });
    if (samePage) return;
    const start = main.current?.querySelector('h1') ?? main.current;
    start?.setAttribute('tabindex', '-1');
    start?.focus({ preventScroll: true });
  }, [location, main]);
}

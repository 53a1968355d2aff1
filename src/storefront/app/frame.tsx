// The frame around every screen: the bar with the chat link, the footer and, on the demo, a line that says so.
import { useRef, type ReactNode } from 'react';
import { plainPath } from '../../shop/paths.ts';
import { useLocation } from '../platform/navigation.tsx';
import { Footer } from './footer.tsx';
import s from './frame.module.css';
import { NavBar } from './nav-bar.tsx';
import { OfferBanner } from './offer-banner.tsx';
import { usePageChange } from './use-page-change.ts';

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
      {path === '/home' && <OfferBanner />}
      <NavBar product={product} />
      <main id="main" ref={main} className={s.main} tabIndex={-1}>
        {children}
      </main>
      <Footer isShort={withShortFooter.test(path)} />
    </div>
  );
}

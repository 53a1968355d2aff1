// What stands around every screen: the bar, the footer, the chat link and, on the demo, a line that says so.
import { useRef, type ReactNode } from 'react';
import { plainPath } from '../../../shop/paths.ts';
import { useLocation } from '../../ui/navigation.tsx';
import { Chat } from './chat.tsx';
import { Footer } from './footer.tsx';
import s from './frame.module.css';
import { NavBar } from './nav-bar.tsx';
import { OfferBanner } from './offer-banner.tsx';
import { usePageChange } from './use-page-change.ts';

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
  const { pathname } = useLocation();
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
      {plainPath(pathname) === '/home' && <OfferBanner />}
      <NavBar />
      <main id="main" ref={main} className={s.main} tabIndex={-1}>
        {children}
      </main>
      <Footer />
      <Chat product={product} />
    </div>
  );
}

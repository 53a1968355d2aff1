// The banner over the home page. Once closed it stays closed: the page's head leaves it out before the first paint.
import { classNames } from '../ui/class-names.ts';
import { IconButton } from '../ui/form/icon-button.tsx';
import layout from '../ui/layout/layout.module.css';
import { inBrowser } from '../platform/storage.ts';
import { offerText } from './offer-text.ts';
import s from './offer-banner.module.css';

/** Read by the script in the page's head too. */
const closed = inBrowser('maalai.offer-closed');

function close() {
  document.documentElement.setAttribute('data-offer-closed', '');
  // If the browser refuses storage, it stays closed until the next page load
  closed.write(1);
  // Its button is gone, so the focus moves to the page
  document.querySelector('main')?.focus({ preventScroll: true });
}

export function OfferBanner() {
  return (
    <aside className={classNames(s.offer, layout.dark)} aria-label="Offer">
      <div className={classNames(layout.wrap, s.row)}>
        <p>{offerText}</p>
        <span className={classNames(s.code, layout.crimped)}>GET OFFERS!</span>
        <IconButton label="Close offer" icon="close" className={s.close} onClick={close} />
      </div>
    </aside>
  );
}

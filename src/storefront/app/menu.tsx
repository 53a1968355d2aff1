// The side menu of small screens: a native dialog, opened and closed by the browser itself where it can, so that it
// works before the scripts have loaded.
import { type MouseEvent, useRef } from 'react';
import { AppLink, currentPage, useLocation } from '../platform/navigation.tsx';
import { useMedia } from '../platform/timing.tsx';
import { useClickBeside } from '../ui/feedback/dialog.tsx';
import { Icon, type IconName } from '../ui/icon.tsx';
import { IconButton } from '../ui/form/button.tsx';
import { BrandName } from '../ui/layout/brand.tsx';
import { AccountButton } from './account-button.tsx';
import s from './menu.module.css';

const rows: readonly (readonly [to: string, words: string, icon: IconName])[] = [
  ['/home', 'Home', 'home'],
  ['/productspage', 'Products', 'grid'],
  ['/combo', 'Combos', 'gift'],
  ['/your-orders', 'Your order', 'box'],
  ['/Contactus', 'Contact Us', 'mail'],
];

const ID = 'menu';

/** The button 'Open menu' and the menu. */
export function Menu() {
  const dialog = useRef<HTMLDialogElement>(null);
  const { pathname } = useLocation();

  function close() {
    dialog.current?.close();
  }

  const beside = useClickBeside(close);

  // On a wide screen the bar has everything
  useMedia('(width >= 48em)', (isWide) => {
    if (isWide) close();
  });

  function open(event: MouseEvent<HTMLButtonElement>) {
    event.preventDefault();
    if (!dialog.current?.open) dialog.current?.showModal();
  }

  return (
    <>
      <IconButton
        label="Open menu"
        icon="menu"
        className={s.opener}
        {...{ command: 'show-modal', commandfor: ID }}
        onClick={open}
      />
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- a click beside the menu closes it; the key for it is Escape. So does a link, by key too */}
      <dialog
        ref={dialog}
        id={ID}
        aria-label="Menu"
        closedby="any"
        className={s.menu}
        {...beside}
        onClick={(event) => {
          beside.onClick(event);
          if ((event.target as Element).closest('a')) close();
        }}
      >
        <div className={s.head}>
          <BrandName />
          <IconButton
            label="Close menu"
            icon="close"
            {...{ command: 'close', commandfor: ID }}
            onClick={(event) => {
              // The browser would close it a second time, and say so in the console
              event.preventDefault();
              close();
            }}
          />
        </div>
        <ul className={s.rows}>
          {rows.map(([to, words, icon]) => (
            <li key={to}>
              <AppLink to={to} aria-current={currentPage(to, pathname)}>
                <Icon name={icon} />
                <span>{words}</span>
              </AppLink>
            </li>
          ))}
        </ul>
        <AccountButton className={s.account} onLeave={close} />
      </dialog>
    </>
  );
}

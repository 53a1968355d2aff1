// The footer of every page: the seller, the contacts and links. Short where a visitor is about to finish something.
import { brand } from '../../shop/brand.ts';
import { useNow } from '../platform/clock.ts';
import { AppLink } from '../platform/navigation.tsx';
import { classNames } from '../ui/class-names.ts';
import { Icon, type IconName } from '../ui/icon.tsx';
import layout from '../ui/layout/layout.module.css';
import { gentleScroll } from '../ui/motion/motion.ts';
import { PolicyLinks } from '../ui/layout/policy-links.tsx';
import { BrandLink } from '../ui/layout/brand.tsx';
import { sellerText } from './computed.build.ts';
import s from './footer.module.css';

const links = [
  ['/home', 'Home'],
  ['/productspage', 'Products'],
  ['/combo', 'Combos'],
  ['/Contactus', 'ContactUs'],
] as const;

const contacts: readonly (readonly [href: string, words: string, icon: IconName])[] = [
  [`mailto:${brand.email}`, brand.email, 'mail'],
  [`tel:${brand.phone}`, brand.phoneDisplay, 'phone'],
  [brand.mapLink, 'Location', 'pin'],
];

/** @param isShort leaves out the links to other pages, but not the contacts and the policies */
export function Footer({ isShort }: { isShort: boolean }) {
  const year = String(useNow().getFullYear());
  /** The page may have been built last year, and hydration leaves its text. */
  const putYear = (element: HTMLSpanElement | null) => {
    if (element) element.textContent = year;
  };
  return (
    <footer className={classNames(s.foot, isShort && s.short, layout.dark)}>
      <div className={classNames(layout.wrap, s.columns)}>
        {!isShort && (
          <>
            <div className={s.brand}>
              <h2>
                <BrandLink />
              </h2>
              <p>
                Garlands and gifts, made by hand with the chocolates you already love. Quality you
                can taste in every piece.
              </p>
            </div>
            {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- a convenience of the pointer around links that work by key */}
            <div onClick={() => scrollTo({ top: 0, behavior: gentleScroll() })}>
              <h2>Quick Links</h2>
              <ul>
                {links.map(([to, words]) => (
                  <li key={to}>
                    <AppLink to={to}>{words}</AppLink>
                  </li>
                ))}
              </ul>
            </div>
          </>
        )}
        <div>
          {!isShort && <h2>Contact</h2>}
          <ul>
            {contacts.map(([href, words, icon]) => (
              <li key={href}>
                <a href={href}>
                  <Icon name={icon} />
                  <span translate={icon === 'pin' ? undefined : 'no'}>{words}</span>
                </a>
              </li>
            ))}
          </ul>
        </div>
        <div className={s.fine}>
          <p className={s.policies}>
            <PolicyLinks />
          </p>
          <p>
            ©{' '}
            <span ref={putYear} suppressHydrationWarning>
              {year}
            </span>{' '}
            <span translate="no">{brand.name}</span>. All rights reserved.
          </p>
          {sellerText.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
      </div>
    </footer>
  );
}

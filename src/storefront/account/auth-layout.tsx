// The layout of login and sign-up: a panel on a festive background with slowly rising decorations.
import type { ReactNode } from 'react';
import { Decoration } from '../ui/motion/decoration.tsx';
import { classNames } from '../ui/class-names.ts';
import '../ui/motion/heaps.css';
import layout from '../ui/layout/layout.module.css';
import { PauseAnimation } from '../ui/motion/pause-animation.tsx';
import { Beads } from '../ui/layout/title.tsx';
import s from './auth-layout.module.css';

interface AuthLayoutProps {
  /** What rises: 12 truffles (the bubbles), or 20 sweets (the candies; 15 on small screens). */
  rising: 'bubbles' | 'candies';
  /** Without one, the heading is among the children. */
  title?: string | undefined;
  text?: string | undefined;
  /** The panel becomes higher if its link is dead: the footer must not move. */
  mayGrow?: boolean | undefined;
  /** The form, or its replacement. */
  children: ReactNode;
}

const COUNT = { bubbles: 12, candies: 20 } as const;

export function AuthLayout({ rising, title, text, mayGrow, children }: AuthLayoutProps) {
  return (
    <div className={classNames(s.layout, layout.dark, mayGrow && s.steady)} data-heaps>
      <PauseAnimation className={s.pause} />
      <Decoration className={classNames(s.rising, s[rising])}>
        {Array.from({ length: COUNT[rising] }, (_, index) => (
          <i key={index} />
        ))}
      </Decoration>
      <div className={classNames(layout.panel, s.panel)}>
        {title !== undefined && (
          <div className={s.head}>
            <Beads />
            <h1>{title}</h1>
            {text && <p>{text}</p>}
          </div>
        )}
        {children}
      </div>
    </div>
  );
}

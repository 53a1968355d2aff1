// Replaces the form in the middle of the panel: what the link of an e-mail is for, or its result, and the next step.
import type { ReactNode } from 'react';
import s from './link-news.module.css';

interface LinkNewsProps {
  /** A picture or an SVG. */
  drawing: ReactNode;
  title: string;
  /** What to do. */
  text: ReactNode;
  /** 'alert' interrupts screen readers, 'status' waits; undefined for what the page begins with. */
  announced?: 'alert' | 'status';
  /** A button and a link. */
  children: ReactNode;
}

/** Why a link is not valid: it was refused, or the URL has no token. */
export type DeadLinkReason = 'refused' | 'incomplete';

export const deadLinkTitles: Record<DeadLinkReason, string> = {
  refused: 'This link no longer works',
  incomplete: 'This link is incomplete',
};

export function LinkNews({ drawing, title, text, announced, children }: LinkNewsProps) {
  return (
    <div className={s.news}>
      {drawing}
      {/* With a key: a changed role is announced only if its element is new. */}
      <div key={announced} role={announced} className={s.words}>
        <h1>{title}</h1>
        <p>{text}</p>
      </div>
      {children}
    </div>
  );
}

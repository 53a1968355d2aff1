// In place of the form, in the middle of the panel: what the link of an e-mail is for or came to, and the way on.
import type { ReactNode } from 'react';
import s from './link-news.module.css';

interface LinkNewsProps {
  /** A picture or an SVG. */
  drawing: ReactNode;
  title: string;
  /** What to do. */
  text: ReactNode;
  /** 'alert' interrupts screen readers, 'status' waits; neither for what the page begins with. */
  announced?: 'alert' | 'status';
  /** A button and a link. */
  children: ReactNode;
}

/** Why a link opens nothing: it was refused, or the address came without its token. */
export type DeadLinkReason = 'refused' | 'incomplete';

export const deadLinkTitles: Record<DeadLinkReason, string> = {
  refused: 'This link no longer works',
  incomplete: 'This link is incomplete',
};

export function LinkNews({ drawing, title, text, announced, children }: LinkNewsProps) {
  return (
    <div className={s.news}>
      {drawing}
      {/* Another role is another announcement: it has to come anew. */}
      <div key={announced} role={announced} className={s.words}>
        <h1>{title}</h1>
        <p>{text}</p>
      </div>
      {children}
    </div>
  );
}

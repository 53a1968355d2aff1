// Lines of small text: what was chosen, a reassurance, and the sums of a purchase.
import type { ReactNode } from 'react';
import { Icon, type IconName } from '../icon.tsx';
import s from './lines.module.css';

/**
 * `text` is what `joinParts` returns: 'Kids · 1.5 feet · Qty 2'. A line that is too long is broken before a dot, which
 * then is not shown.
 */
export function ChoiceText({ text }: { text: string }) {
  return (
    <span className={s.choice}>
      {text.split('· ').map((part, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- two parts may be equal, and none has a state
        <span key={index}>
          {index > 0 && <i>· </i>}
          <span>{part}</span>
        </span>
      ))}
    </span>
  );
}

/** A line of small text behind an icon, to reassure beside a button. */
export function IconLine({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <p className={s.line}>
      <Icon name={icon} className={s.icon} />
      <span>{children}</span>
    </p>
  );
}

export interface SumLine {
  label: string;
  value: string;
  tone?: 'good' | undefined;
}

/** A list of amounts and their total. The caller formats the values. */
export function Sums({ lines, total }: { lines: readonly SumLine[]; total: string }) {
  return (
    <dl className={s.sums}>
      {lines.map((line, index) => (
        // Two lines of a cart may be equal, so the index is the key
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} className={line.tone && s[line.tone]}>
          <dt>{line.label}</dt>
          <dd translate="no">{line.value}</dd>
        </div>
      ))}
      <div className={s.total}>
        <dt>Total</dt>
        <dd translate="no">{total}</dd>
      </div>
    </dl>
  );
}

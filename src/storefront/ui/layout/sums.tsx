// A list of amounts and their total. The caller formats the values.
import s from './sums.module.css';

export interface SumLine {
  label: string;
  value: string;
  /** 'soft' for what is no part of the sum, such as what the prices include. */
  tone?: 'good' | 'soft' | undefined;
}

interface SumsProps {
  lines: readonly SumLine[];
  total: string;
}

export function Sums({ lines, total }: SumsProps) {
  return (
    <dl className={s.sums}>
      {lines.map((line, index) => (
        // Two lines of a cart may be equal, so the index is the key
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} className={line.tone && s[line.tone]}>
          <dt>{line.label}</dt>
          <dd>{line.value}</dd>
        </div>
      ))}
      <div className={s.total}>
        <dt>Total</dt>
        <dd>{total}</dd>
      </div>
    </dl>
  );
}

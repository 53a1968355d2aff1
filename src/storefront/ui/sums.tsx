// Lines of money and their total. The values come formatted.
import s from './sums.module.css';

interface SumsProps {
  lines: readonly { label: string; value: string; tone?: 'good' | undefined }[];
  total: string;
}

export function Sums({ lines, total }: SumsProps) {
  return (
    <dl className={s.sums}>
      {lines.map((line, index) => (
        // Two lines of a cart may read alike: their place is their key
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

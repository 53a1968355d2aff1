// The average of a product's reviews, and its breakdown.
import { groupDigits } from '../../shop/money.ts';
import type { RatingSums } from '../../shop/sum-ratings.ts';
import { formatAverage } from '../../shop/sum-ratings.ts';
import { Bar } from './bar.tsx';
import { Stars } from '../ui/product/stars.tsx';
import s from './rating-summary.module.css';
import { starWords } from './star-words.ts';

export function RatingSummary({ sums: { average, count, breakdown } }: { sums: RatingSums }) {
  return (
    <div className={s.summary}>
      <div className={s.average}>
        <strong>{formatAverage(average)}</strong>
        <div>
          <Stars rating={average} label={`${formatAverage(average)} out of 5 stars`} />
          <p>{count === 1 ? 'From 1 review' : `From ${groupDigits(String(count))} reviews`}</p>
        </div>
      </div>
      <ul className={s.bars} aria-label="Star breakdown">
        {breakdown.map(({ stars, percent }) => (
          <li key={stars}>
            <span>{starWords(stars)}</span>
            <Bar percent={percent} />
            <span>{percent}%</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

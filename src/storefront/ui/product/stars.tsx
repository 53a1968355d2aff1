// Shows a rating as five stars.
import s from './stars.module.css';

interface StarsProps {
  /** 0 to 5, with tenths. */
  rating: number;
  /** Shows the number beside the stars. */
  number?: boolean | undefined;
  /** Accessible name; by default '4.8 out of 5 stars'. */
  label?: string | undefined;
}

/** Less than a quarter of a star missing reads as a chipped star: from .75 on it is whole. */
const filled = (rating: number) => (rating % 1 >= 0.75 ? Math.ceil(rating) : rating);

export function Stars({ rating, number, label = `${rating} out of 5 stars` }: StarsProps) {
  return (
    <span className={s.stars}>
      {/* The fill is an SVG attribute, because the page's content security policy forbids style attributes. */}
      <svg
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <img> cannot be filled by attribute
        role="img"
        aria-label={label}
        className={s.row}
        viewBox="0 0 100 1"
        preserveAspectRatio="none"
      >
        <rect width={filled(rating) * 20} height="1" />
      </svg>
      {number && <span aria-hidden="true">{rating}</span>}
    </span>
  );
}

// Facts side by side, parted by dots. A line that is too long is broken before a dot, which then is not shown.
import s from './lines.module.css';

/** `text` is what `joinFacts` returns: 'Kids · 1.5 feet · Qty 2'. */
export function FactLine({ text }: { text: string }) {
  return (
    <span className={s.line}>
      {text.split('· ').map((fact, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- two facts may be equal, and none has a state
        <span key={index}>
          {index > 0 && <i>· </i>}
          {fact}
        </span>
      ))}
    </span>
  );
}

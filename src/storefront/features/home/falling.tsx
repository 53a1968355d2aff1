// Falling hearts and chocolates beside the hero's text; some hearts float up instead.
import { useEffect, useState } from 'react';
import { Decoration } from '../../ui/decoration.tsx';
import s from './falling.module.css';

const emoji = ['❤️', '🍫', '💛', '🍬', '❤️', '🍫', '❤️'] as const;

/** Specification, section 9: 15 at the start, one more each second after 2 s, at most 24. */
const AT_START = 15;
const AT_MOST = 24;
const LATER_MS = 2000;
const EVERY_MS = 1000;

/** Positions, sizes and speeds are in the style sheet, because the page has no style attributes. */
export function Falling() {
  const [count, setCount] = useState(AT_START);

  useEffect(() => {
    if (count === AT_MOST) return;
    const timer = setTimeout(
      () => setCount(count + 1),
      count === AT_START ? LATER_MS + EVERY_MS : EVERY_MS,
    );
    return () => clearTimeout(timer);
  }, [count]);

  return (
    <Decoration className={s.fall}>
      {Array.from({ length: count }, (_, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- items are only ever appended
        <i key={index}>{emoji[index % emoji.length]}</i>
      ))}
    </Decoration>
  );
}

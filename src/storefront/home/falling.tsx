// Falling hearts and chocolates beside the hero's text; some hearts float up instead.
import { useState } from 'react';
import { Decoration } from '../ui/motion/decoration.tsx';
import s from './falling.module.css';

const emoji = ['❤️', '🍫', '💛', '🍬', '❤️', '🍫', '❤️'] as const;

/** In the page from the start; they fall again and again (specification, section 9). */
const AT_START = 15;
/** Places for those that follow. Each falls once, in 5 s at most, long before its place is taken again. */
const PLACES = 15;

/**
 * One more falls each second after 2 s. Positions, sizes and speeds are in the style sheet, because the page has no
 * style attributes. So is the clock: a pause, a hidden tab and reduced motion stop it with everything else.
 */
export function Falling() {
  const [later, setLater] = useState(0);
  return (
    <Decoration className={s.fall}>
      {Array.from({ length: AT_START + Math.min(later, PLACES) }, (_, place) => (
        <i key={numberAt(place, later)}>{emoji[place % emoji.length]}</i>
      ))}
      <b onAnimationIteration={() => setLater(later + 1)} />
    </Decoration>
  );
}

/** Returns the number of the piece at a place: the latest of those that take turns there. */
function numberAt(place: number, later: number): number {
  if (place < AT_START) return place;
  const latest = AT_START + later - 1;
  return latest - ((latest - place) % PLACES);
}

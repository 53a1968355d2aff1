// Moves the carousel on by itself, and holds still whenever that could be in somebody's way.
import { useEffect, useEffectEvent, useRef, type RefObject } from 'react';
import { prefersStillness } from '../../ui/motion.ts';

/** Specification, section 9. */
const EVERY_MS = 3000;

interface Autoplay {
  wanted: boolean;
  advance: () => void;
  /** A finger came down: from now on the visitor moves the slides. */
  onTouch: () => void;
}

/**
 * Calls `advance` every 3 s while the element is in view in a visible tab, and neither the pointer nor
 * the keyboard is on it. Never where the device asks for less motion.
 * @returns starts the 3 s anew, for when the visitor has just turned a slide by hand
 */
export function useAutoplay(
  element: RefObject<HTMLElement | null>,
  { wanted, advance, onTouch }: Autoplay,
): () => void {
  const restart = useRef(() => {});
  const move = useEffectEvent(advance);
  const takeOver = useEffectEvent(onTouch);

  useEffect(() => {
    const target = element.current;
    if (!target || !wanted || prefersStillness()) return;
    const stop = new AbortController();
    let timer: ReturnType<typeof setInterval> | undefined;
    let inView = false;
    let held = target.matches(':hover, :focus-within');

    function arrange() {
      clearInterval(timer);
      timer = inView && !held && !document.hidden ? setInterval(move, EVERY_MS) : undefined;
    }
    const hold = (on: boolean) => () => {
      held = on;
      arrange();
    };

    const observer = new IntersectionObserver(
      ([entry]) => {
        inView = entry?.isIntersecting ?? false;
        arrange();
      },
      { threshold: 0.5 },
    );
    observer.observe(target);
    restart.current = arrange;
    const { signal } = stop;
    document.addEventListener('visibilitychange', arrange, { signal });
    target.addEventListener('mouseenter', hold(true), { signal });
    target.addEventListener('mouseleave', hold(false), { signal });
    target.addEventListener('focusin', hold(true), { signal });
    target.addEventListener('focusout', hold(false), { signal });
    target.addEventListener('touchstart', () => takeOver(), { signal, passive: true });
    return () => {
      restart.current = () => {};
      clearInterval(timer);
      observer.disconnect();
      stop.abort();
    };
  }, [element, wanted]);

  return () => restart.current();
}

// What moves by itself, and the visitor's preference for reduced motion.
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';

interface Autoplay {
  everyMs: number;
  wanted: boolean;
  advance: () => void;
  /** Called on a touch: from then on only the visitor moves the slides. */
  onTouch: () => void;
}

/**
 * Advances slides: calls `advance` every `everyMs` while the element is in view in a visible tab, without hover or keyboard focus.
 * Never if the visitor prefers reduced motion.
 * @returns a function that restarts the interval, for after the visitor has moved a slide
 */
export function useAutoplay(
  element: RefObject<HTMLElement | null>,
  { everyMs, wanted, advance, onTouch }: Autoplay,
): () => void {
  const restart = useRef(() => {});
  const move = useEffectEvent(advance);
  const stopMoving = useEffectEvent(onTouch);
  const isWanted = useRef(wanted);

  useEffect(() => {
    const target = element.current;
    if (!target || prefersStillness()) return;
    const stop = new AbortController();
    let timer: ReturnType<typeof setInterval> | undefined;
    let inView = false;

    const arrange = () => {
      // :focus-visible, because focus after a click must not pause once the pointer has left.
      const held = target.matches(':hover, :has(:focus-visible)');
      const mayMove = isWanted.current && inView && !held && !document.hidden;
      clearInterval(timer);
      timer = mayMove ? setInterval(move, everyMs) : undefined;
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
    for (const kind of ['mouseenter', 'mouseleave', 'focusin', 'focusout']) {
      target.addEventListener(kind, arrange, { signal });
    }
    target.addEventListener('touchstart', () => stopMoving(), { signal, passive: true });
    return () => {
      restart.current = () => {};
      clearInterval(timer);
      observer.disconnect();
      stop.abort();
    };
  }, [element, everyMs]);

  // Apart from the effect above, so that the interval starts with the tap, not with a new observer's first callback.
  useEffect(() => {
    isWanted.current = wanted;
    restart.current();
  }, [wanted]);

  return () => restart.current();
}

export function prefersStillness(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Returns the behaviour for `scrollTo`, which ignores the CSS for reduced motion. */
export function gentleScroll(): ScrollBehavior {
  return prefersStillness() ? 'instant' : 'smooth';
}

// Moves slides on by themselves, and holds still whenever that could be in somebody's way.
import { useEffect, useEffectEvent, useRef, type RefObject } from 'react';
import { prefersStillness } from './motion.ts';

interface Autoplay {
  everyMs: number;
  wanted: boolean;
  advance: () => void;
  /** A finger came down: from now on the visitor moves the slides. */
  onTouch: () => void;
}

/**
 * Calls `advance` again and again while the element is in view in a visible tab, and neither the pointer nor
 * the keyboard is on it. Never where the device asks for less motion.
 * @returns starts the interval anew, for when the visitor has just turned a slide by hand
 */
export function useAutoplay(
  element: RefObject<HTMLElement | null>,
  { everyMs, wanted, advance, onTouch }: Autoplay,
): () => void {
  const restart = useRef(() => {});
  const move = useEffectEvent(advance);
  const takeOver = useEffectEvent(onTouch);
  const isWanted = useRef(wanted);

  useEffect(() => {
    const target = element.current;
    if (!target || prefersStillness()) return;
    const stop = new AbortController();
    let timer: ReturnType<typeof setInterval> | undefined;
    let inView = false;

    const arrange = () => {
      // Focus by a click is gone with the pointer; focus by a key stays until the key moves on.
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
    target.addEventListener('touchstart', () => takeOver(), { signal, passive: true });
    return () => {
      restart.current = () => {};
      clearInterval(timer);
      observer.disconnect();
      stop.abort();
    };
  }, [element, everyMs]);

  // The observer above goes on, so that the interval begins with the tap and not with the observer's next word.
  useEffect(() => {
    isWanted.current = wanted;
    restart.current();
  }, [wanted]);

  return () => restart.current();
}

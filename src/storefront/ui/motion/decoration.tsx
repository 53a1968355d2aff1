// Animated decorations (falling hearts, bubbles, candies), and the button that stops all of them (WCAG 2.2.2).
import { type ReactNode, useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react';
import { inBrowser } from '../../platform/storage.ts';
import { classNames } from '../class-names.ts';
import { IconButton } from '../form/button.tsx';
import s from './decoration.module.css';

interface DecorationProps {
  className?: string | undefined;
  /** `<i>` elements, one for each piece; CSS sets their positions and speeds by `:nth-child`. */
  children: ReactNode;
  /** Called each second while the decoration animates, with the animations of the pieces in their order. */
  onSecond?: ((animations: Animation[]) => void) | undefined;
}

/** A layer of decorations. Animates only in view, in a visible tab, and while 'Pause animation' is not pressed. */
export function Decoration({ className, children, onSecond }: DecorationProps) {
  const ground = useRef<HTMLDivElement>(null);
  const tick = useEffectEvent((animations: Animation[]) => onSecond?.(animations));
  const isTimed = onSecond !== undefined;

  useEffect(() => {
    const element = ground.current;
    if (!element) return;
    let inView = true;
    let timer: ReturnType<typeof setInterval> | undefined;
    const update = () => {
      const isAsleep = !inView || document.hidden;
      element.toggleAttribute('data-asleep', isAsleep);
      clearInterval(timer);
      if (!isTimed || isAsleep || isStill()) return;
      timer = setInterval(tick, 1000, element.getAnimations({ subtree: true }));
    };
    // With reduced motion the decoration is not displayed, so it is not in view.
    const observer = new IntersectionObserver(([entry]) => {
      inView = entry?.isIntersecting ?? true;
      update();
    });
    observer.observe(element);
    document.addEventListener('visibilitychange', update);
    const unsubscribe = subscribe(update);
    return () => {
      clearInterval(timer);
      unsubscribe();
      observer.disconnect();
      document.removeEventListener('visibilitychange', update);
    };
  }, [isTimed]);

  return (
    <div ref={ground} aria-hidden="true" className={classNames(s.ground, className)}>
      {children}
    </div>
  );
}

const stored = inBrowser('maalai.still');
const listeners = new Set<() => void>();

// The script in the page's head sets data-still on <html> before the first paint, from the same key.
const isStill = () => 'still' in document.documentElement.dataset;

function setStill(still: boolean) {
  document.documentElement.toggleAttribute('data-still', still);
  // If the browser refuses storage, the choice lasts for this page
  if (still) stored.write(1);
  else stored.remove();
  for (const notify of listeners) notify();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function PauseAnimation({ className }: { className?: string | undefined }) {
  const still = useSyncExternalStore(subscribe, isStill, () => false);
  return (
    <IconButton
      label="Pause animation"
      icon={still ? 'play' : 'pause'}
      aria-pressed={still}
      className={classNames(s.pause, className)}
      onClick={() => setStill(!still)}
    />
  );
}

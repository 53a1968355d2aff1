// A layer of animated decorations (falling emoji, bubbles, candies) that pauses while nobody sees it.
import { useEffect, useRef, type ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import s from './decoration.module.css';

interface DecorationProps {
  className?: string | undefined;
  /** `<i>` elements, one for each piece; CSS sets their positions and speeds by `:nth-child`. */
  children: ReactNode;
}

/** Animates only in view, in a visible tab, and while 'Pause animation' is not pressed. */
export function Decoration({ className, children }: DecorationProps) {
  const ground = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const element = ground.current;
    if (!element) return;
    let inView = true;
    const update = () => element.toggleAttribute('data-asleep', !inView || document.hidden);
    const observer = new IntersectionObserver(([entry]) => {
      inView = entry?.isIntersecting ?? true;
      update();
    });
    observer.observe(element);
    document.addEventListener('visibilitychange', update);
    return () => {
      observer.disconnect();
      document.removeEventListener('visibilitychange', update);
    };
  }, []);

  return (
    <div ref={ground} aria-hidden="true" className={classNames(s.ground, className)}>
      {children}
    </div>
  );
}

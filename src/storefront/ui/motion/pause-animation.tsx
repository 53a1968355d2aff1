// The button that stops all animated decorations (WCAG 2.2.2) and stores the choice.
import { useSyncExternalStore } from 'react';
import { classNames } from '../class-names.ts';
import { IconButton } from '../form/icon-button.tsx';
import { inBrowser } from '../../platform/storage.ts';
import s from './pause-animation.module.css';

const kept = inBrowser('maalai.still');
const listeners = new Set<() => void>();

// The script in the page's head sets data-still on <html> before the first paint, from the same key.
const isStill = () => 'still' in document.documentElement.dataset;

function setStill(still: boolean) {
  document.documentElement.toggleAttribute('data-still', still);
  // If the browser refuses storage, the choice lasts for this page
  if (still) kept.write(1);
  else kept.remove();
  for (const notify of listeners) notify();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Returns whether the visitor stopped the decorations. */
function useStill(): boolean {
  return useSyncExternalStore(subscribe, isStill, () => false);
}

export function PauseAnimation({ className }: { className?: string | undefined }) {
  const still = useStill();
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

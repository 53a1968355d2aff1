// Separate from the dialog, because the menu of every page needs it and not the dialog.
import type { MouseEvent } from 'react';

/** Returns whether a click on a modal dialog hit its backdrop. */
export function isBeside(event: MouseEvent<HTMLDialogElement>): boolean {
  // A key press on a button inside has the position 0, 0, so only clicks on the dialog itself count
  if (event.target !== event.currentTarget) return false;
  const box = event.currentTarget.getBoundingClientRect();
  return (
    event.clientX < box.left ||
    event.clientX > box.right ||
    event.clientY < box.top ||
    event.clientY > box.bottom
  );
}

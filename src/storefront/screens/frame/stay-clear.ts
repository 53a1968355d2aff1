// Takes the chat link out of the way while it lies over something that is used.

/** In CSS pixels from the edges of the window. */
export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const controls = 'a, button, input, select, textarea, label, summary';
const fields = 'input:not([type=radio], [type=checkbox]), select, textarea';

/** A finger that rests moves the page a little; less than this, in CSS pixels, has no direction. */
const TREMBLE = 6;

/** Below it the link is a circle in the corner, over the page's one column. */
const PHONE = '(width < 48em)';

export function overlap(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/** Returns whether the page moves down after it moved from one position to another. */
export function movesDown(before: boolean, from: number, to: number): boolean {
  if (to <= 0) return false;
  return Math.abs(to - from) < TREMBLE ? before : to > from;
}

/**
 * Sets `data-away` on the place of the link while one of the page's controls is under it, and on phones also while a
 * field has the focus or the page moves down.
 */
export function stayClear(place: HTMLElement): void {
  const phone = matchMedia(PHONE);
  let isDown = false;
  let last = scrollY;

  function isOverControl(): boolean {
    const box = place.getBoundingClientRect();
    return [...document.querySelectorAll(controls)].some(
      (control) => !place.contains(control) && overlap(box, control.getBoundingClientRect()),
    );
  }

  /** On phones the dock has a place for the link, while it is shown itself. */
  function isInDock(): boolean {
    const dock = document.querySelector('[data-dock]')?.getBoundingClientRect();
    return phone.matches && dock !== undefined && dock.height > 0 && dock.top < innerHeight;
  }

  function update(): void {
    const isTyping = document.activeElement?.matches(fields) === true;
    const isAway = (phone.matches && (isDown || isTyping)) || isOverControl();
    place.toggleAttribute('data-away', isAway && !isInDock());
  }

  function onScroll(): void {
    isDown = movesDown(isDown, last, scrollY);
    if (Math.abs(scrollY - last) >= TREMBLE) last = scrollY;
    update();
  }

  addEventListener('scroll', onScroll, { passive: true });
  for (const type of ['focusin', 'focusout']) addEventListener(type, () => setTimeout(update));
  // Also when another screen or something that was fetched moves the controls; and once at the start
  new ResizeObserver(update).observe(document.body);
}

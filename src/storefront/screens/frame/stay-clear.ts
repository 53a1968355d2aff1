// Moves the chat link of the margin out of the way while it covers something that is used.

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

/** Below it the link stands in the bar. */
const PHONE = '(width < 48em)';

/** Below it the margin beside the page's columns is narrower than the link without its words. */
const NARROW = '(width < 64em)';

/** How far the link reaches in from the right edge, in CSS pixels. */
const RING = 42;

export function overlap(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/** Returns whether the page moves down after it moved from one position to another. */
export function movesDown(before: boolean, from: number, to: number): boolean {
  if (to <= 0) return false;
  return Math.abs(to - from) < TREMBLE ? before : to > from;
}

/**
 * Sets `data-away` on the place of the link while a control is under it, or in a narrow window a field has the focus or
 * the page moves down.
 */
export function stayClear(place: HTMLElement): void {
  const phone = matchMedia(PHONE);
  const narrow = matchMedia(NARROW);
  let isDown = false;
  let last = scrollY;

  function isOverControl(): boolean {
    // Measures its place, not the link, which may be moving.
    const { top, bottom } = place.getBoundingClientRect();
    const right = document.documentElement.clientWidth;
    const ring = { left: right - RING, right, top, bottom };
    return [...document.querySelectorAll(controls)].some(
      (element) => !place.contains(element) && overlap(ring, element.getBoundingClientRect()),
    );
  }

  function isTyping(): boolean {
    return document.activeElement?.matches(fields) === true;
  }

  function update(): void {
    const isBusy = narrow.matches && (isDown || isTyping());
    place.toggleAttribute('data-away', !phone.matches && (isBusy || isOverControl()));
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

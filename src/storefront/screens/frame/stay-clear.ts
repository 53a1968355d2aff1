// Takes the chat link out of the way while it lies over something that is used or read.

/** In CSS pixels from the edges of the window. */
export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const controls = 'a, button, input, select, textarea, label, summary';
const cards = 'main :is(aside, article, [data-keep-clear])';
const words = 'main :is(h2, h3, p, li, dd)';
const fields = 'input:not([type=radio], [type=checkbox]), select, textarea';

/** A finger that rests moves the page a little; less than this, in CSS pixels, has no direction. */
const TREMBLE = 6;

/** Below it the link is a circle in the corner, over the page's one column. */
const PHONE = '(width < 48em)';

/** Below it the margin beside the page's columns is narrower than the link without its words. */
const NARROW = '(width < 64em)';

/** How far the link reaches in from the right edge, in CSS pixels: on phones whole and as a tab, else as a ring. */
const WHOLE = 68;
const TAB = 16;
const RING = 42;

export function overlap(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/** Returns whether the page moves down after it moved from one position to another. */
export function movesDown(before: boolean, from: number, to: number): boolean {
  if (to <= 0) return false;
  return Math.abs(to - from) < TREMBLE ? before : to > from;
}

function hasBoxAt(element: Element, box: Box): boolean {
  return overlap(box, element.getBoundingClientRect());
}

/** Returns whether a line of an element's text overlaps a box. The element itself may be wider than its text. */
function hasTextAt(element: Element, box: Box): boolean {
  if (!hasBoxAt(element, box)) return false;
  const text = document.createRange();
  text.selectNodeContents(element);
  return [...text.getClientRects()].some((line) => overlap(box, line));
}

/**
 * Sets `data-brief` on the place of the link while on a phone the whole of it would cover something, and `data-away` while
 * even so a control is under it, or in a narrow window a field has the focus or the page moves down.
 */
export function stayClear(place: HTMLElement): void {
  const phone = matchMedia(PHONE);
  const narrow = matchMedia(NARROW);
  let isDown = false;
  let last = scrollY;

  function isOver(selector: string, box: Box, covers = hasBoxAt): boolean {
    return [...document.querySelectorAll(selector)].some(
      (element) => !place.contains(element) && covers(element, box),
    );
  }

  /** Not measured: the link may be on its way. */
  function atEdge(width: number): Box {
    const { top, bottom } = place.getBoundingClientRect();
    const right = document.documentElement.clientWidth;
    return { left: right - width, right, top, bottom };
  }

  /** On phones the dock has a place for the link, while it is shown itself. */
  function isInDock(): boolean {
    const dock = document.querySelector('[data-dock]')?.getBoundingClientRect();
    return phone.matches && dock !== undefined && dock.height > 0 && dock.top < innerHeight;
  }

  function isTyping(): boolean {
    return document.activeElement?.matches(fields) === true;
  }

  /** Returns whether the link stands as a tab, and whether it is gone. */
  function look(): readonly [isBrief: boolean, isAway: boolean] {
    if (isInDock()) return [false, false];
    // Gone as it is: on the way down a phone has better things to do than to measure all words of a page.
    if (narrow.matches && (isDown || isTyping())) return [place.hasAttribute('data-brief'), true];
    if (!phone.matches) return [false, isOver(controls, atEdge(RING))];
    const box = atEdge(WHOLE);
    const isBrief = isOver(`${controls}, ${cards}`, box) || isOver(words, box, hasTextAt);
    return [isBrief, isBrief && isOver(controls, atEdge(TAB))];
  }

  function update(): void {
    const [isBrief, isAway] = look();
    place.toggleAttribute('data-brief', isBrief);
    place.toggleAttribute('data-away', isAway);
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

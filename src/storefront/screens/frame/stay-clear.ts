// Takes the chat link out of the way while it lies over something that is used or read.

/** In CSS pixels from the edges of the window. */
export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const controls = 'a, button, input, select, textarea, label, summary';
const words = 'main :is(h2, h3, p, li, dd)';
const fields = 'input:not([type=radio], [type=checkbox]), select, textarea';

/** A finger that rests moves the page a little; less than this, in CSS pixels, has no direction. */
const TREMBLE = 6;

/** Below it the link is a circle in the corner, over the page's one column. */
const PHONE = '(width < 48em)';

/** Below it the margin beside the page's columns is narrower than the link without its words. */
const NARROW = '(width < 64em)';

/** How far the link reaches in from the right edge with its words, and without them, in CSS pixels. */
const PILL = 176;
const TAB = 42;

export function overlap(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/** Returns whether the page moves down after it moved from one position to another. */
export function movesDown(before: boolean, from: number, to: number): boolean {
  if (to <= 0) return false;
  return Math.abs(to - from) < TREMBLE ? before : to > from;
}

/**
 * Sets `data-brief` on the place of the link while its words would cover something, except on phones, and `data-away`
 * while even so a control is under it, or in a narrow window a field has the focus or the page moves down.
 */
export function stayClear(place: HTMLElement): void {
  const phone = matchMedia(PHONE);
  const narrow = matchMedia(NARROW);
  let isDown = false;
  let last = scrollY;

  function isOver(selector: string, box: Box): boolean {
    return [...document.querySelectorAll(selector)].some(
      (element) => !place.contains(element) && overlap(box, element.getBoundingClientRect()),
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

  function update(): void {
    const isTyping = document.activeElement?.matches(fields) === true;
    const isBrief = !phone.matches && isOver(`${words}, ${controls}`, atEdge(PILL));
    place.toggleAttribute('data-brief', isBrief);
    const box = phone.matches ? place.getBoundingClientRect() : atEdge(isBrief ? TAB : PILL);
    const isOverControl = isOver(controls, box);
    const isAway = (narrow.matches && (isDown || isTyping)) || isOverControl;
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

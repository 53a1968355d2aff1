// Marks <html> with data-keyboard while the keyboard of a phone covers the lower part of the window.

/** Less than any keyboard, and more than the bars of a browser that come and go. */
const LEAST = 160;

type Watched = Pick<Window, 'innerHeight' | 'visualViewport' | 'document'>;

/** Returns a function that stops watching and removes the mark. */
export function watchKeyboard(page: Watched): () => void {
  const { visualViewport: seen } = page;
  const root = page.document.documentElement;
  const mark = (isOpen: boolean) => root.toggleAttribute('data-keyboard', isOpen);
  const look = () => {
    // A zoomed page has a smaller visible height as well.
    if (seen?.scale === 1) mark(page.innerHeight - seen.height > LEAST);
  };
  seen?.addEventListener('resize', look);
  return () => {
    seen?.removeEventListener('resize', look);
    mark(false);
  };
}

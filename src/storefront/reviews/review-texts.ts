// The texts of a review on screen: placeholders for missing ones, and shortened comments.

const SHORT_COMMENT = 150;

/** Returns the author's name, or 'Anonymous'. */
export function reviewName({ name }: { name: string }): string {
  return name.trim() || 'Anonymous';
}

/** Returns the comment, or 'No comment provided.' */
export function reviewComment({ comment }: { comment: string }): string {
  return comment.trim() || 'No comment provided.';
}

/**
 * Returns the beginning of a comment of more than 150 characters, which 'Read More' expands; undefined for a
 * shorter one.
 */
export function shortComment(comment: string): string | undefined {
  if (comment.length <= SHORT_COMMENT) return undefined;
  return `${comment.slice(0, lastWhole(comment, SHORT_COMMENT)).trimEnd()}…`;
}

/** Returns where to cut without splitting a grapheme: many have several characters. */
function lastWhole(text: string, longest: number): number {
  const grapheme = graphemeAt(text, longest);
  if (grapheme?.index) return grapheme.index;
  // An endless grapheme, or a browser without Intl.Segmenter: at least do not split a surrogate pair.
  return /[\uD800-\uDBFF]$/.test(text.slice(0, longest)) ? longest - 1 : longest;
}

function graphemeAt(text: string, place: number): Intl.SegmentData | undefined {
  // Firefox has it since version 125.
  if (!('Segmenter' in Intl)) return undefined;
  const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  // Enough text to find the end of the grapheme at the cut, without all of a long comment.
  return letters.segment(text.slice(0, place * 2)).containing(place);
}

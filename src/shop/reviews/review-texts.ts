// What a review shows where its author wrote nothing, or much.

export const SHORT_COMMENT = 150;

/** The author's name; 'Anonymous' for a missing one. */
export function reviewName({ name }: { name: string }): string {
  return name.trim() || 'Anonymous';
}

/** The comment; 'No comment provided.' for a missing one. */
export function reviewComment({ comment }: { comment: string }): string {
  return comment.trim() || 'No comment provided.';
}

/**
 * The beginning of a comment that is longer than 150 characters, to be read on by 'Read More';
 * undefined for one that is short enough to be shown whole.
 */
export function shortComment(comment: string): string | undefined {
  if (comment.length <= SHORT_COMMENT) return undefined;
  return `${comment.slice(0, lastWhole(comment, SHORT_COMMENT)).trimEnd()}…`;
}

/** Where to cut so that no letter is torn: many are written with several characters. */
function lastWhole(text: string, longest: number): number {
  const letter = letterAt(text, longest);
  if (letter?.index) return letter.index;
  // One endless letter, or a browser that knows none: at least the characters stay whole.
  return /[\uD800-\uDBFF]$/.test(text.slice(0, longest)) ? longest - 1 : longest;
}

function letterAt(text: string, place: number): Intl.SegmentData | undefined {
  // Firefox has it from version 125 on.
  if (!('Segmenter' in Intl)) return undefined;
  const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  // Far enough to see where the letter at the cut ends, not so far as a long comment.
  return letters.segment(text.slice(0, place * 2)).containing(place);
}

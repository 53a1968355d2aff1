// Searches reviews for a keyword in title, name and comment, ignoring case.

interface Searched {
  title: string;
  comment: string;
  name: string;
}

/** In characters after normalisation, which can turn one character into up to 18. */
export const LONGEST_SEARCH_TEXT = 2_000;
export const LONGEST_KEYWORD = 100;

/** Returns the text to search, with each field on a line of its own, so that no keyword matches across two fields. */
export function searchText({ title, comment, name }: Searched): string {
  // The comment is the longest field, so it comes last and is the one that is cut.
  const text = [title, name, comment].map(simplify).join('\n');
  return text.slice(0, LONGEST_SEARCH_TEXT).replace(/[\uD800-\uDBFF]$/, '');
}

/** Normalises a keyword like the search text; '' matches everything. */
export function searchKeyword(typed: string): string {
  return simplify(typed);
}

/** Returns whether the review contains the typed keyword. */
export function matchesKeyword(review: Searched, typed: string): boolean {
  return searchText(review).includes(searchKeyword(typed));
}

function simplify(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim();
}

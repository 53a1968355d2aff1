// The search through reviews: by a keyword, in title, name and comment, whatever its case.

interface Searched {
  title: string;
  comment: string;
  name: string;
}

/** Characters that are searched of a review. Normalisation makes up to 18 of one, so both are counted after it. */
export const LONGEST_SEARCH_TEXT = 2_000;
export const LONGEST_KEYWORD = 100;

/** What a search looks through: one field a line, so that no keyword matches across two of them. */
export function searchText({ title, comment, name }: Searched): string {
  // The comment is the long one, so it comes last and is what is cut.
  const text = [title, name, comment].map(simplify).join('\n');
  return text.slice(0, LONGEST_SEARCH_TEXT).replace(/[\uD800-\uDBFF]$/, '');
}

/** A keyword in the form of the search text; '' matches everything. */
export function searchKeyword(typed: string): string {
  return simplify(typed);
}

/** Whether the keyword, as it was typed, is in the review. */
export function matchesKeyword(review: Searched, typed: string): boolean {
  return searchText(review).includes(searchKeyword(typed));
}

function simplify(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim();
}

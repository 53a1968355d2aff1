// The search through reviews: by a keyword, in title, comment and name, whatever its case.

interface Searched {
  title: string;
  comment: string;
  name: string;
}

/** What a search looks through: one field a line, so that no keyword matches across two of them. */
export function searchText({ title, comment, name }: Searched): string {
  return [title, comment, name].map(simplify).join('\n');
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

// A number of stars in words.

/** '1 star', '5 stars' */
export function starWords(stars: number): string {
  return stars === 1 ? '1 star' : `${stars} stars`;
}

// Which reviews this browser found helpful, so that the button says so after a reload. The server
// alone counts: it takes one vote of a visitor, whatever is kept here.
import * as v from 'valibot';

const KEY = 'maalai.helpful';
/** Far more than anybody presses; the oldest are forgotten. */
const MOST = 500;

const idsSchema = v.array(v.string());

/** Ids of reviews, the oldest vote first. */
export type Voted = readonly string[];

export function readVoted(): Voted {
  try {
    const parsed = v.safeParse(idsSchema, JSON.parse(localStorage.getItem(KEY) ?? '[]'));
    return parsed.success ? parsed.output : [];
  } catch {
    return [];
  }
}

export function saveVoted(voted: Voted): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(voted.slice(-MOST)));
  } catch {
    // Then the button forgets; the server does not.
  }
}

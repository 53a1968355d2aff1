// The reviews that this browser found helpful, so that the button says so after a reload. Only the server counts: it
// accepts one vote of a visitor, whatever is stored here.
import * as v from 'valibot';
import { inBrowser } from '../platform/storage.ts';

const kept = inBrowser('maalai.helpful');
/** Far more than anybody presses; the oldest are forgotten. */
const MOST = 500;

const VotedIds = v.array(v.string());

/** Ids of reviews, the oldest vote first. */
export type Voted = readonly string[];

export function readVoted(): Voted {
  const parsed = v.safeParse(VotedIds, kept.read());
  return parsed.success ? parsed.output : [];
}

export function saveVoted(voted: Voted): void {
  // If the browser refuses storage, the button forgets; the server does not.
  kept.write(voted.slice(-MOST));
}

// The type of a policy page. Each policy has one file in this folder, which its own page loads.

import type { policyNames } from '../paths.ts';

export interface Policy {
  /** The text of links to it. */
  name: (typeof policyNames)[number];
  title: string;
  /** What most visitors want to know, by the title of the section that says it in full. */
  facts?: readonly (readonly [section: string, words: string])[];
  sections: readonly PolicySection[];
}

export interface PolicySection {
  title: string;
  /** Shown as beads on strings before the content. */
  ways?: readonly PolicyWay[];
  /** A text is a paragraph, a list is a list. A list whose points all begin like 'A login: 30 days' is shown as rows. */
  content: readonly (string | readonly string[])[];
  /** What nobody should miss, below the content. */
  note?: string;
}

export interface PolicyWay {
  /** What is delivered this way, how long it takes in all, and from where to where that counts. */
  head?: readonly [what: string, total: string, span: string];
  /** What happens, and when. */
  steps: readonly (readonly [name: string, time: string])[];
}

/** Shown on every policy page. Change it together with a text. */
export const policiesUpdatedOn = '28 November 2026';

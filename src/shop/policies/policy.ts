// What a policy page consists of. Each has one file here, which its own page loads.

import type { policyNames } from '../paths.ts';

export interface Policy {
  /** In links to it. */
  name: (typeof policyNames)[number];
  title: string;
  lede: string;
  sections: readonly PolicySection[];
}

export interface PolicySection {
  title: string;
  /** What happens, and when. Shown as beads on a string before the content. */
  steps?: readonly (readonly [name: string, time: string])[];
  /** A text is a paragraph, a list is a list. */
  content: readonly (string | readonly string[])[];
}

/** Shown on every policy page. Change it together with a text. */
export const policiesUpdatedOn = '23 November 2026';

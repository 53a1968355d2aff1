/** Returns facts side by side, 'Kids · 1.5 feet · Qty 2', without the missing ones. */
export function joinFacts(facts: readonly (string | false | undefined)[]): string {
  return facts.filter(Boolean).join(' · ');
}

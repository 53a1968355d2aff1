// Joins class names.

/** Joins the truthy names: `classNames(s.card, wide && s.wide, className)`. */
export function classNames(...names: readonly (string | false | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}

/** Returns parts side by side, 'Kids · 1.5 feet · Qty 2', without the missing ones. */
export function joinParts(parts: readonly (string | false | undefined)[]): string {
  return parts.filter(Boolean).join(' · ');
}

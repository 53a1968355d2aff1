// Joins class names.

/** Joins the truthy names: `classNames(s.card, wide && s.wide, className)`. */
export function classNames(...names: readonly (string | false | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}

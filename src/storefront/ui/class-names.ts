// Joins the class names of a part; what is false or missing is left out.

/** `classNames(s.card, wide && s.wide, className)` → one attribute value. */
export function classNames(...names: readonly (string | false | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}

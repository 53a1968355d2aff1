// A form whose texts live in the page's own fields (uncontrolled): what is typed before
// hydration is never lost. This reads them, puts kept ones back, and moves the focus to what is wrong.

/** The texts by the names of their fields. */
export function textsOf(form: HTMLFormElement): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [name, value] of new FormData(form)) {
    if (typeof value === 'string') texts[name] = value;
  }
  return texts;
}

/** Fills the fields that are still empty: what is typed is newer than what was kept. */
export function fillEmpty(form: HTMLFormElement, texts: Readonly<Record<string, string>>): void {
  for (const field of form.elements) {
    const fillable =
      field instanceof HTMLInputElement ||
      field instanceof HTMLSelectElement ||
      field instanceof HTMLTextAreaElement;
    const text = fillable && texts[field.name];
    if (text && field.value === '') field.value = text;
  }
}

/** Puts the focus on the first field of the form that is named here. */
export function focusField(form: HTMLFormElement, named: Readonly<Record<string, unknown>>): void {
  for (const field of form.elements) {
    const name = field.getAttribute('name');
    if (name && named[name] && field instanceof HTMLElement) return field.focus();
  }
}

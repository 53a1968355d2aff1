// Reads, fills and focuses the fields of uncontrolled forms. They are uncontrolled so that text typed before
// hydration is not lost.

/** Returns the texts of a form by field name. */
export function textsOf(form: HTMLFormElement): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [name, value] of new FormData(form)) {
    if (typeof value === 'string') texts[name] = value;
  }
  return texts;
}

/** Fills only empty fields: typed text is newer than the stored text. */
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

/** Focuses the first field whose name has a truthy value in `named`, such as an error. */
export function focusField(form: HTMLFormElement, named: Readonly<Record<string, unknown>>): void {
  for (const field of form.elements) {
    const name = field.getAttribute('name');
    if (name && named[name] && field instanceof HTMLElement) return field.focus();
  }
}

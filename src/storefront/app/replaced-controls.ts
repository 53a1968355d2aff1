// If an extension or a translation has changed the page before it is hydrated, React renders it anew. What was typed,
// chosen, opened and focused in the old controls is put into the new ones, and taps that wait reach these.

const CONTROLS = 'input,textarea,select,button,form,dialog,details';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Returns the replacement of a control that React has removed; else the control itself. */
export type FindReplacement = <C extends Element>(control: C) => C;

/** @returns a function to call once the page is hydrated, which fills the controls that were replaced meanwhile */
export function rememberControls(root: Element): () => FindReplacement {
  const controls = () => [...root.querySelectorAll<HTMLElement>(CONTROLS)];
  const before = controls();
  let focused = document.activeElement;
  const onFocus = ({ target }: FocusEvent) => {
    focused = target as Element;
  };
  addEventListener('focusin', onFocus);

  function findReplacement<C extends Element>(control: C): C {
    if (control.isConnected) return control;
    const isSame = (other: Element) => identity(other) === identity(control);
    const at = before.filter(isSame).indexOf(control as Element as HTMLElement);
    return (controls().filter(isSame)[at] as Element as C | undefined) ?? control;
  }

  return () => {
    removeEventListener('focusin', onFocus);
    for (const old of before) {
      const next = findReplacement(old);
      if (next !== old) restore(next, old);
    }
    const next = focused && findReplacement(focused);
    if (next !== focused) (next as HTMLElement).focus();
    return findReplacement;
  };
}

/** Not its text, which may be translated, nor its place: an extension's controls may stand between the shop's. */
function identity(control: Element): string {
  const part = (name: string) => control.getAttribute(name) ?? '';
  const name = part('name') || part('aria-label') || control.className;
  return [control.tagName, name, part('type') === 'radio' ? part('value') : ''].join(' ');
}

function restore(next: Element, old: Element): void {
  if (old instanceof HTMLDialogElement) {
    if (old.open) (next as HTMLDialogElement).showModal();
  } else if (old instanceof HTMLDetailsElement) {
    (next as HTMLDetailsElement).open = old.open;
  } else if (old instanceof HTMLInputElement && /^(?:radio|checkbox)$/.test(old.type)) {
    const isChosen = old.checked !== old.defaultChecked && (old.checked || old.type !== 'radio');
    const box = next as HTMLInputElement;
    if (isChosen && box.checked !== old.checked) box.click();
  } else if ('value' in old && !(old instanceof HTMLButtonElement)) {
    refill(next as Field, old as Field);
  }
}

function refill(next: Field, old: Field): void {
  if (old instanceof HTMLSelectElement) {
    const initial = [...old.options].findIndex((option) => option.defaultSelected);
    if (old.selectedIndex === Math.max(initial, 0)) return;
    // Not its value: that of a translated option may be its text.
    (next as HTMLSelectElement).selectedIndex = old.selectedIndex;
  } else if (old.value === old.defaultValue) {
    return;
  } else if (old instanceof HTMLInputElement && old.type === 'file') {
    (next as HTMLInputElement).files = old.files;
  } else {
    // React's own setter would hide the change from it.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(next), 'value')?.set?.call(
      next,
      old.value,
    );
  }
  for (const type of ['input', 'change']) next.dispatchEvent(new Event(type, { bubbles: true }));
}

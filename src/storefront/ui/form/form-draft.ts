// What is typed into a form, kept in the tab: a reload, a login on the way or a look at another page loses nothing.
import { inTab } from '../../platform/storage.ts';

/** Texts by the name of their field. */
type Texts = Readonly<Record<string, string>>;

export interface FormDraft {
  /** Returns what was typed before; nothing if it cannot be read. */
  read(): Texts;
  /** Fills the fields that are still empty: what is typed is newer than what was kept. */
  fill(form: HTMLFormElement): void;
  save(texts: Texts): void;
  clear(): void;
}

/** @param without names of fields that are never kept */
export function createFormDraft(key: string, without: readonly string[]): FormDraft {
  const kept = inTab(key);

  // Parsed by hand, not by a schema: the delivery form's first load has no room for a library.
  function read(): Texts {
    const texts = Object.entries({ ...(kept.read() as object) });
    return Object.fromEntries(texts.filter(([, text]) => typeof text === 'string')) as Texts;
  }

  return {
    read,

    fill(form) {
      for (const [name, text] of Object.entries(read())) {
        const field = form.elements.namedItem(name);
        if (field && 'value' in field && field.value === '') field.value = text;
      }
    },

    save(texts) {
      const own = Object.entries(texts).filter(([name]) => !without.includes(name));
      // Fields that are not open yet keep what was typed into them.
      kept.write({ ...read(), ...Object.fromEntries(own) });
    },

    clear: () => void kept.remove(),
  };
}

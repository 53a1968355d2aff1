// What every form shares: errors at their fields, the focus on the first of them, busy, done, and a draft over
// reloads. The texts live in the page's own fields (uncontrolled), so that nothing typed before hydration is lost.
import {
  type ComponentProps,
  type FormEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { typedInTab } from '../../platform/storage.ts';

/** What a person can do about a fault that no code expected. */
const FAULT =
  'This did not work, but what you typed is still here. Please check your connection and try again. If it fails again, load this page again.';

/** Messages by the name of their field. */
export type Errors<F extends string> = Partial<Record<F, string>>;

export interface Form<F extends string> {
  errors: Errors<F>;
  /** What `send` has thrown, in words, for an alert beside the button. */
  fault: string | undefined;
  isBusy: boolean;
  /** It was submitted, and nothing was edited since. */
  isDone: boolean;
  /** The browser does not store what was typed last: it is lost with the page. */
  isUnsaved: boolean;
  /** Submits the form. Resolves to whether it is done. */
  submit: (form: HTMLFormElement) => Promise<boolean>;
  /** For the `<form>`. */
  props: { ref: RefObject<HTMLFormElement | null> } & Pick<
    ComponentProps<'form'>,
    'method' | 'noValidate' | 'onInput' | 'onSubmit'
  >;
  /** For the button. */
  button: { type: 'submit'; busy: boolean };
}

/**
 * @param send checks and sends the texts. Resolves to the errors of the fields, or {} for a failure that belongs to
 *   none of them; to undefined when it is done. If it throws, the form has a `fault`
 * @param draft stores what is typed; whoever created it clears it
 */
export function useForm<F extends string>(
  send: (texts: Record<string, string>, form: HTMLFormElement) => Promise<Errors<F> | undefined>,
  draft?: FormDraft,
): Form<F> {
  const ref = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<Errors<F>>({});
  const [fault, setFault] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [isDone, setDone] = useState(false);
  const [isUnsaved, setUnsaved] = useState(false);

  useEffect(() => {
    if (ref.current) draft?.fill(ref.current);
  }, [draft]);

  async function submit(form: HTMLFormElement): Promise<boolean> {
    const focused = document.activeElement;
    setDone(false);
    setFault(undefined);
    setBusy(true);
    const found = await send(readTexts(form), form).catch((reason: unknown): Errors<F> => {
      reportError(reason);
      setFault(FAULT);
      return {};
    });
    // At once: a field of a form that is locked while it is sent takes no focus.
    flushSync(() => {
      setBusy(false);
      setErrors(found ?? {});
      setDone(!found);
    });
    if (found) focusField(form, found);
    // A field that was locked meanwhile has lost it.
    if (document.activeElement === document.body) (focused as HTMLElement | null)?.focus();
    return !found;
  }

  function onInput({ currentTarget, target }: FormEvent<HTMLFormElement>): void {
    setUnsaved(draft?.save(readTexts(currentTarget)) === false);
    setDone(false);
    const { name } = target as HTMLInputElement;
    if (name in errors) setErrors((before) => ({ ...before, [name]: undefined }));
  }

  function onSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    void submit(event.currentTarget);
  }

  return {
    errors,
    fault,
    isBusy,
    isDone,
    isUnsaved,
    submit,
    props: { ref, method: 'post', noValidate: true, onInput, onSubmit },
    button: { type: 'submit', busy: isBusy },
  };
}

/** Returns the texts by the names of their fields. */
function readTexts(form: HTMLFormElement): Record<string, string> {
  const texts = [...new FormData(form)].filter(([, value]) => typeof value === 'string');
  return Object.fromEntries(texts) as Record<string, string>;
}

/** Puts the focus on the first field of the form that is named here, and opens the details that it is in. */
export function focusField(form: HTMLFormElement, named: Readonly<Record<string, unknown>>): void {
  const field = [...form.elements].find((each) => named[each.getAttribute('name') ?? '']);
  field?.closest('details')?.setAttribute('open', '');
  if (field instanceof HTMLElement) field.focus();
}

/**
 * Returns the id of the account that is signed in, or that was when this form was shown: what is left in the fields when
 * a session ends stays the account's own.
 */
export function useOwner(userId: string | undefined): string | undefined {
  const [owner, setOwner] = useState(userId);
  if (userId !== undefined && userId !== owner) setOwner(userId);
  return userId ?? owner;
}

/**
 * Tells the form that these fields were filled in, if it was sent before: their errors say that they are empty. Call it once
 * all are filled in, because the form then stores its texts.
 */
export function reportFilled(fields: readonly Element[]): void {
  for (const field of fields) {
    if (field.ariaInvalid) field.dispatchEvent(new Event('input', { bubbles: true }));
  }
}

/** Texts by the name of their field. */
type Texts = Readonly<Record<string, string>>;

/** What is typed into a form, stored in the tab: a reload, a login on the way or another page loses nothing. */
export interface FormDraft {
  /** Returns what was typed before; nothing if it cannot be read. */
  read(): Texts;
  /** Fills the fields that are still empty: what is typed is newer than what was stored. */
  fill(form: HTMLFormElement): void;
  /** Returns false if the browser does not store it. */
  save(texts: Texts): boolean;
  clear(): void;
}

/**
 * @param without names of fields that are never stored
 * @param owner the account that typed it, and alone sees it again; undefined as long as nobody is signed in
 */
export function createFormDraft(
  key: string,
  without: readonly string[],
  owner?: string,
): FormDraft {
  const stored = typedInTab(key, owner);

  // Parsed by hand, not by a schema: the delivery form's first load has no room for a library.
  function read(): Texts {
    const texts = Object.entries({ ...(stored.read() as object) });
    return Object.fromEntries(texts.filter(([, text]) => typeof text === 'string')) as Texts;
  }

  return {
    read,

    fill(form) {
      const filled: Element[] = [];
      for (const [name, text] of Object.entries(read())) {
        const field = form.elements.namedItem(name);
        if (!(field instanceof Element && 'value' in field) || field.value !== '' || !text)
          continue;
        field.value = text;
        filled.push(field);
      }
      reportFilled(filled);
    },

    save(texts) {
      const own = Object.entries(texts).filter(([name]) => !without.includes(name));
      // Fields that are not open yet keep what was typed into them.
      return stored.write({ ...read(), ...Object.fromEntries(own) });
    },

    clear: () => void stored.remove(),
  };
}

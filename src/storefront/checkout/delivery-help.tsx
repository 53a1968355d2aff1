// Helpers for filling in the delivery form, and the optional fields of a gift. Loaded after the page.
import { useEffect, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import type { LineRequest } from '../../shop/price.ts';
import type { FormDraft } from '../ui/form/form.ts';
import { Icon, pen } from '../ui/icon.tsx';
import { Note } from '../ui/feedback/note.tsx';
import { VisuallyHidden } from '../ui/layout/visually-hidden.tsx';
import type { DeliveryResponse } from '../../shop/payloads/payments.ts';
import { parseWith, sendRequest } from '../platform/request.ts';
import type { RequestResult } from '../platform/request.ts';
import { isPinCode } from '../../shop/states.ts';
import s from './delivery-fields.module.css';
import { NoteFields } from './delivery-fields.tsx';
import type { NoteFieldsProps } from './delivery-fields.tsx';

interface DeliveryExtrasProps extends Pick<NoteFieldsProps, 'errors'> {
  form: RefObject<HTMLFormElement | null>;
  customerId: string | undefined;
  /** The lines that are ordered. */
  lines: readonly LineRequest[];
  draft: FormDraft;
  /** Receives what the PIN code says about the state. */
  onAdvice: (words: ReactNode) => void;
}

export default function DeliveryExtras(props: DeliveryExtrasProps) {
  const { form, customerId, lines, errors, draft, onAdvice } = props;
  const [kept] = useState(draft.read);
  const hasKept = Boolean(kept['giftNote'] || kept['neededBy']);
  const [opened, setOpened] = useState<'by draft' | 'by tap' | undefined>(
    hasKept ? 'by draft' : undefined,
  );

  useEffect(
    () => (form.current ? watchPin(form.current, (news) => onAdvice(wordsOf(news))) : undefined),
    [form, onAdvice],
  );
  useEffect(() => watchKeyboard(window), []);
  useEffect(() => {
    if (customerId && form.current) void fillDelivery(form.current.elements, getDelivery);
  }, [customerId, form]);

  return (
    <>
      {opened ? (
        <NoteFields kept={kept} isTapped={opened === 'by tap'} lines={lines} errors={errors} />
      ) : (
        <button type="button" className={s.add} onClick={() => setOpened('by tap')}>
          <Icon name={pen} />
          Add a note or a date
          <Icon name="plus" />
        </button>
      )}
    </>
  );
}

function wordsOf({ question, filled }: PinResult): ReactNode {
  if (question) return <Note>{question}</Note>;
  return filled && <VisuallyHidden>{`The state is set to ${filled}.`}</VisuallyHidden>;
}

// API client for the texts that the delivery form can fill in. Parsed without a library, because every visit of the
// form requests them.

const texts = parseWith<DeliveryResponse>((reply) =>
  Object.fromEntries(
    Object.entries({ ...(reply as object) }).filter(([, text]) => typeof text === 'string'),
  ),
);

/** Resolves to the texts of the account's last order, else of its sign-up. 401 signed out. */
function getDelivery(): Promise<RequestResult<DeliveryResponse>> {
  return sendRequest('/api/users/delivery', { schema: texts });
}

// Fills in the texts of the account's last order or its sign-up, as long as the shopper has typed nothing.

const NAMES: readonly (keyof DeliveryResponse)[] = [
  'customerName',
  'phoneNumber',
  'landmark',
  'state',
  'pincode',
  'address',
];

type Fields = Pick<HTMLFormElement['elements'], 'namedItem'>;

function fieldOf(fields: Fields, name: string): HTMLInputElement {
  return fields.namedItem(name) as HTMLInputElement;
}

/** All or nothing, because parts of two addresses do not make one. */
function isUntouched(fields: Fields): boolean {
  return NAMES.every((name) => fieldOf(fields, name).value === '');
}

/**
 * Fills the empty form. Resolves when it is filled or left as it is. The text of a field that has the focus is
 * selected, so that what the shopper is about to type replaces it and does not follow it.
 */
export async function fillDelivery(
  fields: Fields,
  load: () => Promise<RequestResult<DeliveryResponse>>,
): Promise<void> {
  if (!isUntouched(fields)) return;
  const reply = await load();
  if (!reply.ok || !isUntouched(fields)) return;
  for (const name of NAMES) {
    const field = fieldOf(fields, name);
    field.value = reply.value[name] ?? '';
    // The state is a select, which has no text to select.
    if (field.ownerDocument.activeElement === field && 'select' in field) field.select();
  }
}

// Marks <html> with data-keyboard while the keyboard of a phone covers the lower part of the window.

/** Less than any keyboard, and more than the bars of a browser that come and go. */
const LEAST = 160;

type Watched = Pick<Window, 'innerHeight' | 'visualViewport' | 'document'>;

/** Returns a function that stops watching and removes the mark. */
export function watchKeyboard(page: Watched): () => void {
  const { visualViewport: seen } = page;
  const root = page.document.documentElement;
  const mark = (isOpen: boolean) => root.toggleAttribute('data-keyboard', isOpen);
  const look = () => {
    // A zoomed page has a smaller visible height as well.
    if (seen?.scale === 1) mark(page.innerHeight - seen.height > LEAST);
  };
  seen?.addEventListener('resize', look);
  return () => {
    seen?.removeEventListener('resize', look);
    mark(false);
  };
}

// Compares PIN code and state while they are filled in: fills in the state of a PIN code, and asks about a mismatch.

type WatchedForm = Pick<HTMLFormElement, 'addEventListener' | 'removeEventListener'> & {
  elements: Pick<HTMLFormElement['elements'], 'namedItem'>;
};

export interface PinResult {
  /** A mismatch, or a place that cannot be chosen. */
  question?: string | undefined;
  /** The state that was filled in. */
  filled?: string | undefined;
}

/** The table of PIN codes loads with the first focus, so that the advice follows the last digit at once. */
const loadRules = () => import('../../shop/pin-places.ts');

/**
 * Watches the form. Returns a function that stops it.
 * @param show called with each new advice, and with {} once there is none
 */
export function watchPin(form: WatchedForm, show: (news: PinResult) => void): () => void {
  const pincode = form.elements.namedItem('pincode') as HTMLInputElement;
  const state = form.elements.namedItem('state') as HTMLSelectElement;
  let suggested: string | undefined;

  async function look(target: unknown): Promise<void> {
    if (target !== pincode && target !== state) return;
    const rules = await loadRules();
    // A shopper who removes the state again wants to choose it.
    const isTakenAway = target === state && state.value === '';
    if (isTakenAway || !isPinCode(pincode.value.replaceAll(/\s/g, ''))) return show({});
    // The next PIN code replaces a state that was filled in here, but not a chosen one.
    const isOwn = state.value === suggested;
    const { state: found = '', question } = rules.adviceOnPin(
      pincode.value,
      isOwn ? '' : state.value,
    );
    if (!found && !isOwn) return show({ question });
    suggested = found || undefined;
    if (state.value !== found) {
      state.value = found;
      // The form saves its draft, and clears the error of the field.
      state.dispatchEvent(new Event('input', { bubbles: true }));
    }
    show({ question, filled: suggested });
  }

  const onInput = ({ target }: Pick<Event, 'target'>) => void look(target).catch(() => undefined);
  // A field that already has the focus may contain the whole PIN code.
  onInput({ target: [pincode, state].find((field) => field.matches(':focus')) ?? null });
  const onFocus = () => void loadRules().catch(() => undefined);
  form.addEventListener('input', onInput);
  form.addEventListener('focusin', onFocus, { once: true });
  return () => {
    form.removeEventListener('input', onInput);
    form.removeEventListener('focusin', onFocus);
  };
}

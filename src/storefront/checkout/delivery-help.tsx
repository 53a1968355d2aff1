// Helpers for filling in the delivery form, and the optional fields of a gift. Loaded after the page.
import { useEffect, useState } from 'react';
import type { ReactNode, RefObject } from 'react';
import type { LineRequest } from '../../shop/price.ts';
import { getDelivery } from './delivery.ts';
import type { FormDraft } from '../ui/form/form-draft.ts';
import { pen } from '../ui/icon-paths-of-few.ts';
import { Icon } from '../ui/icon.tsx';
import { Note } from '../ui/feedback/note.tsx';
import { VisuallyHidden } from '../ui/layout/visually-hidden.tsx';
import s from './delivery-help.module.css';
import { NoteFields } from './note-fields.tsx';
import type { NoteFieldsProps } from './note-fields.tsx';
import { rememberDelivery } from './remember-delivery.ts';
import { watchKeyboard } from './watch-keyboard.ts';
import { type PinNews, watchPin } from './watch-pin.ts';

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
    if (customerId && form.current) void rememberDelivery(form.current.elements, getDelivery);
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

function wordsOf({ question, filled }: PinNews): ReactNode {
  if (question) return <Note>{question}</Note>;
  return filled && <VisuallyHidden>{`The state is set to ${filled}.`}</VisuallyHidden>;
}

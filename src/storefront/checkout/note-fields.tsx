// The optional fields of a gift: a note, and the day on which it is needed.
import { useEffect, useRef, useState } from 'react';
import { chatSaying } from '../../shop/brand.ts';
import { dayInIndia, formatDay } from '../../shop/dates.ts';
import { type DeliveryField, LONGEST_NOTE } from '../../shop/forms/delivery.ts';
import { missedBy } from '../../shop/order.ts';
import type { LineRequest } from '../../shop/price.ts';
import { Field } from '../ui/form/field.tsx';
import { Input, TextArea } from '../ui/form/input.tsx';
import layout from '../ui/layout/layout.module.css';
import { Note } from '../ui/feedback/note.tsx';

export interface NoteFieldsProps {
  /** What was typed before a reload. */
  kept: Readonly<Record<string, string>>;
  /** The shopper has just asked for the fields: the first one takes the focus. */
  isTapped: boolean;
  /** The lines that are ordered. */
  lines: readonly LineRequest[];
  errors: Partial<Record<DeliveryField, string>>;
  now?: () => Date;
}

const clock = () => new Date();

export function NoteFields({ kept, isTapped, lines, errors, now = clock }: NoteFieldsProps) {
  const { giftNote = '', neededBy = '' } = kept;
  const [length, setLength] = useState(giftNote.length);
  const [day, setDay] = useState(neededBy);
  const note = useRef<HTMLTextAreaElement>(null);
  const today = dayInIndia(now());

  useEffect(() => {
    if (isTapped) note.current?.focus();
  }, [isTapped]);

  return (
    <div className={layout.fields}>
      <Field
        label="Gift note"
        error={errors.giftNote}
        hint={`${LONGEST_NOTE - length} of ${LONGEST_NOTE} characters left`}
        optional
        full
      >
        {(control) => (
          <TextArea
            {...control}
            ref={note}
            name="giftNote"
            maxLength={LONGEST_NOTE}
            defaultValue={giftNote}
            onInput={({ currentTarget }) => setLength(currentTarget.value.length)}
          />
        )}
      </Field>
      <Field label="Needed by" error={errors.neededBy} optional>
        {(control) => (
          <>
            <Input
              {...control}
              name="neededBy"
              type="date"
              min={today}
              defaultValue={neededBy}
              onInput={({ currentTarget }) => setDay(currentTarget.value)}
            />
            <output>{day >= today && <Missed day={day} lines={lines} now={now()} />}</output>
          </>
        )}
      </Field>
    </div>
  );
}

interface MissedProps {
  /** An ISO date that has not passed. */
  day: string;
  lines: readonly LineRequest[];
  now: Date;
}

/** Warns before the payment that a day cannot be met. */
export function Missed({ day, lines, now }: MissedProps) {
  const arrival = lines.length > 0 ? missedBy(day, lines, now) : undefined;
  if (!arrival) return null;
  const [wanted, promised] = [formatDay(day), formatDay(arrival)];
  return (
    <Note>
      We may not make it by {wanted}; the parcel arrives by {promised}.{' '}
      <a href={chatSaying(`I need my gift by ${wanted}. Can you make it?`)}>Ask us on chat</a>
    </Note>
  );
}

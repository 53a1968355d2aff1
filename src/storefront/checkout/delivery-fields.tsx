// The fields of the delivery form.
import type { ReactNode } from 'react';
import { useEffect, useRef, useState } from 'react';
import { chatSaying } from '../../shop/brand.ts';
import { LONGEST_NOTE, states } from '../../shop/states.ts';
import { PAYMENT_PAGE } from '../../shop/paths.ts';
import { AppLink } from '../platform/navigation.tsx';
import { classNames } from '../ui/class-names.ts';
import { Field, Input, InputGroup, Select, TextArea } from '../ui/form/field.tsx';
import layout from '../ui/layout/layout.module.css';
import { dayInIndia, formatDay } from '../../shop/dates.ts';
import type { DeliveryField } from '../../shop/forms/delivery.ts';
import { missedBy } from '../../shop/order.ts';
import type { LineRequest } from '../../shop/price.ts';
import { Note } from '../ui/feedback/note.tsx';
import s from './delivery-fields.module.css';

interface DeliveryFieldsProps {
  /** The account's; empty while nobody is signed in, or the server has not responded yet. */
  email: string;
  errors: Partial<Record<DeliveryField, string>>;
  /** Whether nothing is being ordered yet. Undefined until the order was read: then the styles decide. */
  isEarly: boolean | undefined;
  /** What the PIN code says about the state. */
  advice: ReactNode;
  /** The optional fields. */
  children: ReactNode;
}

const unlistedPlace = chatSaying('My place is not in your list of states. Do you deliver to it?');

/** What is typed stays in the page's own fields, so that nothing typed before hydration is lost. */
export function DeliveryFields(props: DeliveryFieldsProps) {
  const { email, errors, isEarly, advice, children } = props;
  return (
    <section className={layout.panel} aria-labelledby="deliver-to">
      <h2 id="deliver-to">Deliver to</h2>
      {isEarly !== false && (
        <p className={classNames(s.early, !isEarly && layout.ifEmpty)}>
          You can fill this in already: it is kept for your gift.
        </p>
      )}
      <div className={layout.fields}>
        <Field label="Name" error={errors.customerName}>
          {(control) => <Input {...control} name="customerName" autoComplete="name" />}
        </Field>
        <Field
          label="Email"
          error={errors.email}
          className={s.aided}
          hint={<span className={s.known}>From your account. Tracking goes here.</span>}
          after={
            !email && (
              <AppLink
                className={classNames(s.aid, s.login)}
                to="/login"
                state={{ from: PAYMENT_PAGE }}
              >
                Log in to fill in your e-mail
              </AppLink>
            )
          }
        >
          {(control) => (
            <Input
              {...control}
              name="email"
              type="email"
              placeholder="Not logged in"
              readOnly
              value={email}
            />
          )}
        </Field>
        <Field label="Phone Number" error={errors.phoneNumber}>
          {(control) => (
            <InputGroup prefix="+91" className={s.phone}>
              <Input
                {...control}
                name="phoneNumber"
                type="tel"
                inputMode="tel"
                autoComplete="tel"
              />
            </InputGroup>
          )}
        </Field>
        <Field label="Pincode" error={errors.pincode}>
          {(control) => (
            <Input
              {...control}
              name="pincode"
              inputMode="numeric"
              autoComplete="postal-code"
              maxLength={7}
            />
          )}
        </Field>
        <Field
          label="State"
          error={errors.state}
          className={s.aided}
          after={
            <>
              <a className={s.aid} href={unlistedPlace}>
                My place is not listed
              </a>
              <output>{advice}</output>
            </>
          }
        >
          {(control) => (
            <Select {...control} name="state" autoComplete="address-level1" defaultValue="">
              <option value="">Select your state</option>
              {states.map((state) => (
                <option key={state}>{state}</option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Landmark" error={errors.landmark} optional>
          {(control) => (
            <Input
              {...control}
              name="landmark"
              autoComplete="off"
              placeholder="Near the temple tank"
            />
          )}
        </Field>
        <Field label="Full Address" error={errors.address} full>
          {(control) => <TextArea {...control} name="address" autoComplete="street-address" />}
        </Field>
      </div>
      <div className={s.extras}>{children}</div>
    </section>
  );
}

// The optional fields of a gift: a note, and the day on which it is needed.

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

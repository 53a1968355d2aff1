// Help with the delivery form, loaded after the page, because it reads fields that were typed into early: the last
// address, and the optional fields of a gift.
import { useEffect, useMemo, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { chatLinkWith } from '../../shop/brand.ts';
import { dayInIndia, formatDay } from '../../shop/dates.ts';
import { letters } from '../../shop/forms/clean-text.ts';
import type { DeliveryField } from '../../shop/forms/delivery.ts';
import { missedBy } from '../../shop/order.ts';
import type { DeliveryResponse } from '../../shop/payloads/payments.ts';
import type { LineRequest } from '../../shop/price.ts';
import { LONGEST_NOTE } from '../../shop/states.ts';
import { useNow } from '../platform/clock.ts';
import { parseWith, sendRequest } from '../platform/request.ts';
import { classNames } from '../ui/class-names.ts';
import { Note } from '../ui/feedback/note.tsx';
import { Field, Input, TextArea } from '../ui/form/field.tsx';
import fieldLook from '../ui/form/field.module.css';
import { reportFilled } from '../ui/form/form.ts';
import type { Errors, FormDraft } from '../ui/form/form.ts';
import { Icon, pen } from '../ui/icon.tsx';
import layout from '../ui/layout/layout.module.css';
import { shipsFrom } from '../ui/product/for-sale.tsx';
import s from './delivery-fields.module.css';

interface DeliveryHelpProps {
  form: RefObject<HTMLFormElement | null>;
  customerId: string | undefined;
  /** The lines that are ordered. */
  lines: readonly LineRequest[];
  errors: Errors<DeliveryField>;
  draft: FormDraft;
}

export default function DeliveryHelp(props: DeliveryHelpProps) {
  const { form, customerId, lines, errors, draft } = props;
  /** What was typed before a reload, once it is known by whom. */
  const { giftNote = '', neededBy = '' } = useMemo(() => draft.read(), [draft]);
  const [isTapped, setTapped] = useState(false);

  useEffect(() => {
    if (customerId && form.current) void fillDelivery(form.current.elements);
  }, [customerId, form]);

  if (isTapped || giftNote || neededBy) {
    return (
      <GiftFields
        key={`${neededBy} ${giftNote}`}
        giftNote={giftNote}
        neededBy={neededBy}
        isTapped={isTapped}
        lines={lines}
        errors={errors}
      />
    );
  }
  return (
    <button
      type="button"
      className={classNames(fieldLook.input, s.add)}
      onClick={() => setTapped(true)}
    >
      <Icon name={pen} />
      Add a note or a date
      <Icon name="plus" />
    </button>
  );
}

interface GiftFieldsProps extends Pick<DeliveryHelpProps, 'lines' | 'errors'> {
  giftNote: string;
  neededBy: string;
  /** The shopper has just asked for the fields: the first one takes the focus. */
  isTapped: boolean;
}

/** The optional fields of a gift: a note, and the day on which it is needed. */
function GiftFields({ giftNote, neededBy, isTapped, lines, errors }: GiftFieldsProps) {
  const [left, setLeft] = useState(LONGEST_NOTE - letters(giftNote).length);
  const [day, setDay] = useState(neededBy);
  const note = useRef<HTMLTextAreaElement>(null);
  const now = useNow();
  const today = dayInIndia(now);
  // A day that cannot be met is reported before the payment. One that has passed has an error.
  const missed =
    day >= today && lines.length > 0 ? missedBy(day, lines, now, shipsFrom()) : undefined;

  useEffect(() => {
    if (isTapped) note.current?.focus();
  }, [isTapped]);

  return (
    <div className={layout.fields}>
      <Field
        label="Gift note"
        error={errors.giftNote}
        hint={
          left < 0
            ? `${-left} more than ${LONGEST_NOTE} characters`
            : `${left} of ${LONGEST_NOTE} characters left`
        }
        optional
        full
      >
        {(control) => (
          <TextArea
            {...control}
            ref={note}
            name="giftNote"
            defaultValue={giftNote}
            onInput={({ currentTarget }) =>
              setLeft(LONGEST_NOTE - letters(currentTarget.value).length)
            }
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
            <output>
              {missed && (
                <Note>
                  <span>
                    {`We may not make it by ${formatDay(day)}; the parcel arrives by ${formatDay(missed)}. `}
                  </span>
                  <a href={chatLinkWith(`I need my gift by ${formatDay(day)}. Can you make it?`)}>
                    Ask us on chat
                  </a>
                </Note>
              )}
            </output>
          </>
        )}
      </Field>
    </div>
  );
}

const NAMES: readonly (keyof DeliveryResponse)[] = [
  'customerName',
  'phoneNumber',
  'landmark',
  'state',
  'pincode',
  'address',
];

type Fields = Pick<HTMLFormElement['elements'], 'namedItem'>;

/** Parsed without a library, because every visit of the form requests it. */
const deliverySchema = parseWith<DeliveryResponse>((body) =>
  Object.fromEntries(
    Object.entries({ ...(body as object) }).filter(([, text]) => typeof text === 'string'),
  ),
);

/**
 * Fills the empty form with the texts of the account's last order, else of its sign-up. Resolves when it is filled or
 * left as it is. The text of a field that has the focus is selected, so that what the shopper is about to type replaces
 * it and does not follow it.
 */
export async function fillDelivery(fields: Fields): Promise<void> {
  if (!isUntouched(fields)) return;
  const response = await sendRequest('/api/users/delivery', { schema: deliverySchema });
  if (!response.ok || !isUntouched(fields)) return;
  for (const name of NAMES) {
    const field = namedField(fields, name);
    field.value = response.value[name] ?? '';
    // The state is a select, which has no text to select.
    if (field.ownerDocument.activeElement === field && 'select' in field) field.select();
  }
  reportFilled(NAMES.map((name) => namedField(fields, name)).filter(({ value }) => value !== ''));
}

/** All or nothing, because parts of two addresses do not make one. */
function isUntouched(fields: Fields): boolean {
  return NAMES.every((name) => namedField(fields, name).value === '');
}

function namedField(fields: Fields, name: string): HTMLInputElement {
  return fields.namedItem(name) as HTMLInputElement;
}

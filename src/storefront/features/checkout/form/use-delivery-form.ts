// The delivery form as the browser holds it: its texts stay in the page's own fields, this keeps
// their errors, their draft, and where the focus goes.
import { useEffect, useRef, useState } from 'react';
import type { FormEvent, RefObject } from 'react';
import type { FieldError } from '../../../calls/http.ts';
import type { DeliveryDetails, DeliveryField } from '../../../../shop/forms/delivery.ts';
import { fillEmpty, focusField, textsOf } from '../../../ui/form-texts.ts';
import { readDraft, saveDraft } from './delivery-draft.ts';

type Errors = Partial<Record<DeliveryField, string>>;

export interface DeliveryForm {
  form: RefObject<HTMLFormElement | null>;
  errors: Errors;
  /** Checks what is typed. Where something is wrong it says so at the field and takes the focus there. */
  check(email: string): Promise<DeliveryDetails | undefined>;
  /** Shows what the server found wrong with the address. */
  showErrors(errors: readonly FieldError[]): void;
  /** For the form's `onInput`: keeps the draft and takes the field's error back. */
  onInput(event: FormEvent<HTMLFormElement>): void;
}

/** The form's rules, fetched when they are first wanted: nothing is checked before the form is sent. */
export const loadRules = () => import('../../../../shop/forms/delivery.ts');

export function useDeliveryForm(): DeliveryForm {
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<Errors>({});

  useEffect(() => {
    if (form.current) fillEmpty(form.current, readDraft());
  }, []);

  function fail(found: Errors): void {
    setErrors(found);
    if (form.current) focusField(form.current, found);
  }

  return {
    form,
    errors,

    async check(email) {
      const { checkDelivery } = await loadRules();
      if (!form.current) return undefined;
      const checked = checkDelivery({ ...textsOf(form.current), email });
      if (checked.ok) return checked.value;
      fail(checked.errors);
      return undefined;
    },

    showErrors(found) {
      const own: Errors = {};
      for (const { field, message } of found) {
        if (field.startsWith('delivery.')) own[field.slice(9) as DeliveryField] ??= message;
      }
      if (Object.keys(own).length > 0) fail(own);
    },

    onInput({ currentTarget, target }) {
      const { email: _email, ...typed } = textsOf(currentTarget);
      saveDraft(typed);
      const name = (target as HTMLInputElement).name as DeliveryField;
      if (!errors[name]) return;
      const { [name]: _gone, ...others } = errors;
      setErrors(others);
    },
  };
}

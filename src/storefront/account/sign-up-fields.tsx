// The fields of the sign-up form, in the specification's order.
import { useEffect, useRef, useState } from 'react';
import type { SignUpField } from '../../shop/forms/sign-up.ts';
import { signUpStates } from '../../shop/states.ts';
import { Field, type ControlProps } from '../ui/form/field.tsx';
import { Input, Select, TextArea } from '../ui/form/input.tsx';
import layout from '../ui/layout/layout.module.css';
import { EmailField } from './email-field.tsx';
import { PasswordField } from './password-field.tsx';
import s from './sign-up-form.module.css';

interface SignUpFieldsProps {
  errors: Partial<Record<SignUpField, string>>;
}

/** What is typed stays in the page's own fields, so that nothing typed before hydration is lost. */
export function SignUpFields({ errors }: SignUpFieldsProps) {
  return (
    <div className={layout.fields}>
      <Field label="Name" error={errors.name}>
        {(control) => <Input {...control} name="name" autoComplete="name" required />}
      </Field>
      <EmailField error={errors.email} />
      <fieldset className={s.later}>
        <legend>For when you order</legend>
        <div className={layout.fields}>
          <Field label="Phone Number" error={errors.phoneNumber} optional>
            {(control) => (
              <Input
                {...control}
                name="phoneNumber"
                type="tel"
                autoComplete="tel"
                placeholder="10-digit number"
                maxLength={20}
              />
            )}
          </Field>
          <Field label="Pincode" error={errors.pincode} optional>
            {(control) => (
              <Input
                {...control}
                name="pincode"
                inputMode="numeric"
                autoComplete="postal-code"
                placeholder="6-digit pincode"
                maxLength={10}
              />
            )}
          </Field>
          <Field
            label="Date of Birth"
            error={errors.dob}
            hint="We do not use it, so you can leave it empty."
            optional
          >
            {(control) => <DateOfBirth {...control} />}
          </Field>
          <Field label="State" error={errors.state} optional>
            {(control) => (
              <Select {...control} name="state" autoComplete="address-level1" defaultValue="">
                <option value="">Select your state</option>
                {signUpStates.map((state) => (
                  <option key={state}>{state}</option>
                ))}
              </Select>
            )}
          </Field>
          <Field label="Address" error={errors.address} full optional>
            {(control) => <TextArea {...control} name="address" autoComplete="street-address" />}
          </Field>
        </div>
      </fieldset>
      <PasswordField
        label="Password"
        name="password"
        autoComplete="new-password"
        error={errors.password}
        hint="At least 6 characters"
      />
      <PasswordField
        label="Confirm Password"
        name="confirmPassword"
        autoComplete="new-password"
        error={errors.confirmPassword}
      />
    </div>
  );
}

/** No selector distinguishes an empty date from a filled one. */
function DateOfBirth(control: ControlProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isEmpty, setEmpty] = useState(true);

  // Runs after all effects, because that of the form fills in the draft of an earlier visit.
  useEffect(() => queueMicrotask(() => setEmpty(input.current?.value === '')), []);

  return (
    <Input
      {...control}
      ref={input}
      name="dob"
      type="date"
      autoComplete="bday"
      data-empty={isEmpty || undefined}
      onInput={({ currentTarget }) => setEmpty(currentTarget.value === '')}
    />
  );
}

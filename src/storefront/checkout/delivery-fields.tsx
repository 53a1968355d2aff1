// The fields of the delivery form: the person, the address, and the place of what loads later.
import type { RefObject } from 'react';
import { chatLinkWith } from '../../shop/brand.ts';
import type { DeliveryField } from '../../shop/forms/delivery.ts';
import { PAYMENT_PAGE } from '../../shop/paths.ts';
import { states } from '../../shop/states.ts';
import { onDemand } from '../platform/load.tsx';
import { AppLink } from '../platform/navigation.tsx';
import type { User } from '../session/session.ts';
import { classNames } from '../ui/class-names.ts';
import { LoadFailure } from '../ui/feedback/note.tsx';
import { Field, Input, InputGroup, Select, TextArea } from '../ui/form/field.tsx';
import type { Errors, FormDraft } from '../ui/form/form.ts';
import layout from '../ui/layout/layout.module.css';
import type { Order } from './checkout-order.ts';
import s from './delivery-fields.module.css';

const DeliveryHelp = onDemand(
  () => import('./delivery-help.tsx'),
  (tryAgain) => <LoadFailure what="The gift note" {...tryAgain} />,
);

const unlistedPlace = chatLinkWith('My place is not in your list of states. Do you deliver to it?');

interface DeliveryFieldsProps {
  form: RefObject<HTMLFormElement | null>;
  draft: FormDraft;
  order: Order;
  /** Undefined while nobody is signed in, or the server has not responded yet. */
  user: User | undefined;
  errors: Errors<DeliveryField>;
}

/** What is typed stays in the page's own fields, so that nothing typed before hydration is lost. */
export function DeliveryFields({ form, draft, order, user, errors }: DeliveryFieldsProps) {
  const { isEmpty } = order;
  return (
    <section className={layout.panel} aria-labelledby="deliver-to">
      <h2 id="deliver-to">Deliver to</h2>
      {/* Until the order is read, the styles decide. */}
      {isEmpty !== false && (
        <p className={classNames(s.early, !isEmpty && layout.ifEmpty)}>
          You can fill this in already: it is kept for your gift.
        </p>
      )}
      {/* In the specification's order. */}
      <div className={layout.fields}>
        <Field label="Name" error={errors.customerName}>
          {(control) => <Input {...control} name="customerName" autoComplete="name" />}
        </Field>
        <Field
          label="Email"
          error={errors.email}
          className={s.aided}
          hint={<span className={s.known}>From your account.</span>}
          after={
            !user && (
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
              value={user?.email ?? ''}
            />
          )}
        </Field>
        <Field label="Phone Number" error={errors.phoneNumber}>
          {(control) => (
            <InputGroup prefix="+91">
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
        <Field label="Pincode" error={errors.pincode}>
          {(control) => (
            <Input {...control} name="pincode" inputMode="numeric" autoComplete="postal-code" />
          )}
        </Field>
        <Field
          label="State"
          error={errors.state}
          className={s.aided}
          after={
            <a className={s.aid} href={unlistedPlace}>
              My place is not listed
            </a>
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
        <Field label="Full Address" error={errors.address} full>
          {(control) => <TextArea {...control} name="address" autoComplete="street-address" />}
        </Field>
      </div>
      <div className={classNames(layout.stack, s.extras)}>
        {order.offer && (
          <DeliveryHelp
            form={form}
            draft={draft}
            customerId={user?.id}
            lines={order.lines}
            errors={errors}
          />
        )}
      </div>
    </section>
  );
}

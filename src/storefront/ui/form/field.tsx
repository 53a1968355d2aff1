// A form field: label above, hint or error below, both linked to the control; and the controls in the shop's look.
import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from '../class-names.ts';
import { Icon, type IconName } from '../icon.tsx';
import layout from '../layout/layout.module.css';
import { type Errors, focusField } from './form.ts';
import s from './field.module.css';

export interface ControlProps {
  id: string;
  'aria-invalid'?: true;
  'aria-describedby'?: string;
}

interface FieldProps {
  label: string;
  /** Replaces the hint, marks the control as invalid and describes it. */
  error?: string | undefined;
  hint?: ReactNode;
  /** Below the message, such as a link to what helps. */
  after?: ReactNode;
  optional?: boolean | undefined;
  /** Spans both columns of `fields`. */
  full?: boolean | undefined;
  className?: string | undefined;
  /** Renders the control with the props that link its label and message: `(control) => <Input {...control} />`. */
  children: (control: ControlProps) => ReactNode;
}

export function Field(props: FieldProps) {
  const { label, error, hint, after, optional, full, className, children } = props;
  const id = useId();
  const message = `${id}m`;
  const control: ControlProps = { id };
  if (error) control['aria-invalid'] = true;
  if (error || hint) control['aria-describedby'] = message;
  return (
    <div className={classNames(s.field, full && layout.full, className)}>
      <div className={s.label}>
        <label htmlFor={id}>{label}</label>
        {optional && <span className={s.optional}> (optional)</span>}
      </div>
      {children(control)}
      <FieldMessage id={message} error={error} hint={hint} />
      {after}
    </div>
  );
}

/** The error or hint below a control or a group of controls. `id` is for their `aria-describedby`. */
export function FieldMessage({
  id,
  error,
  hint,
}: { id: string } & Pick<FieldProps, 'error' | 'hint'>) {
  if (error) {
    return (
      <p id={id} className={s.error}>
        <Icon name="alert" className={s.icon} />
        <span>{error}</span>
      </p>
    );
  }
  if (!hint) return null;
  return (
    <p id={id} className={s.hint}>
      {hint}
    </p>
  );
}

/**
 * Shows above the button of a long form how many fields have errors, which may be out of view, and leads to the first.
 * Not an alert, because the focus moves to the first of the fields, and screen readers follow it.
 */
export function ErrorCount({ errors }: { errors: Errors<string> }) {
  const count = Object.values(errors).filter(Boolean).length;
  if (count === 0) return null;
  return (
    <button
      type="button"
      className={s.count}
      onClick={({ currentTarget: { form } }) => form && focusField(form, errors)}
    >
      <Icon name="alert" />
      <span>{`${count} ${count === 1 ? 'field needs' : 'fields need'} a look.`}</span>
    </button>
  );
}

interface InputGroupProps {
  /** Text in front of the control, hidden from screen readers: '+91'. */
  prefix?: string | undefined;
  /** An icon inside a pill, as in the search box. */
  icon?: IconName | undefined;
  className?: string | undefined;
  children: ReactNode;
}

/** A control with a prefix or an icon in front. */
export function InputGroup({ prefix, icon, className, children }: InputGroupProps) {
  return (
    <div className={classNames(s.group, prefix && s.prefixed, icon && s.pill, className)}>
      {prefix && (
        <span className={s.prefix} aria-hidden="true">
          {prefix}
        </span>
      )}
      {icon && <Icon name={icon} className={s.inputGroupIcon} />}
      {children}
    </div>
  );
}

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input {...rest} className={classNames(s.input, className)} />;
}

export function Select({ className, ...rest }: ComponentProps<'select'>) {
  return <select {...rest} className={classNames(s.input, s.select, className)} />;
}

export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea {...rest} className={classNames(s.input, s.area, className)} />;
}

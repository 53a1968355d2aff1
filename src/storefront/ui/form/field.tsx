// A form field: label above, hint or error below, both linked to the control.
import { useId, type ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import s from './field.module.css';
import { Icon } from '../icon.tsx';

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
    <div className={classNames(s.field, full && s.full, className)}>
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

interface FieldMessageProps extends Pick<FieldProps, 'error' | 'hint'> {
  /** For the control's `aria-describedby`. */
  id: string;
}

/** The error or hint below a control or a group of controls. */
export function FieldMessage({ id, error, hint }: FieldMessageProps) {
  if (error) {
    return (
      <p id={id} className={s.error}>
        <Icon name="alert" className={s.icon} />
        {error}
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

// A code that reduces the price: the field with its button, and the ticket of the code that is applied.
import type { ReactNode, RefObject } from 'react';
import { classNames } from '../class-names.ts';
import { Icon } from '../icon.tsx';
import layout from '../layout/layout.module.css';
import { Button } from './button.tsx';
import s from './code-field.module.css';
import { Field, Input } from './field.tsx';

interface CodeFieldProps {
  ref: RefObject<HTMLInputElement | null>;
  label: string;
  error: string | undefined;
  /** Of the row of field and button. */
  className?: string | undefined;
  /** Tries a code as typed. Returns whether it applies. */
  onApply: (code: string) => boolean;
  onEdit: () => void;
}

export function CodeField({ ref, label, error, className, onApply, onEdit }: CodeFieldProps) {
  function apply(): void {
    // Moves the focus, or a screen reader would not announce the error.
    if (ref.current && !onApply(ref.current.value)) ref.current.focus();
  }

  return (
    <Field label={label} error={error}>
      {(control) => (
        <div className={classNames(s.row, className)}>
          <Input
            {...control}
            ref={ref}
            className={s.code}
            autoCapitalize="characters"
            autoComplete="off"
            spellCheck={false}
            onInput={onEdit}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              // Enter applies the code; it must not submit a form around it.
              event.preventDefault();
              apply();
            }}
          />
          <Button variant="line" onClick={apply}>
            Apply
          </Button>
        </div>
      )}
    </Field>
  );
}

interface TicketProps {
  /** Without one, only the place for what it does is rendered: a status is heard only if it was there before. */
  code: string | undefined;
  className?: string | undefined;
  /** At its end. */
  action?: ReactNode;
  /** What the code does. */
  children: ReactNode;
}

export function Ticket({ code, className, action, children }: TicketProps) {
  return (
    <div className={code ? classNames(s.ticket, layout.crimped, className) : s.none}>
      {code && <Icon name="check" />}
      {code && <b translate="no">{code}</b>}
      <span>{children}</span>
      {code && action}
    </div>
  );
}

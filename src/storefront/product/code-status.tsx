// The ticket of the code that is in: what it does, and the way to take it away.
import { Button } from '../ui/form/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { Icon } from '../ui/icon.tsx';
import layout from '../ui/layout/layout.module.css';
import ticket from '../ui/form/code-field.module.css';
import s from './code-status.module.css';
import type { DiscountCode } from './use-discount-code.ts';

interface CodeStatusProps {
  code: DiscountCode;
  onRemove: () => void;
}

export function CodeStatus({ code: { applied, success }, onRemove }: CodeStatusProps) {
  return (
    <div className={applied ? classNames(ticket.ticket, layout.crimped, s.ticket) : s.none}>
      {applied && <Icon name="check" />}
      <span className={s.words}>
        {applied && <b>{applied}</b>}
        <output>{success}</output>
      </span>
      {applied && (
        <Button variant="quiet" onClick={onRemove}>
          Remove
        </Button>
      )}
    </div>
  );
}

// 'Discount code': a field, 'Apply', and the result.
import { useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import s from './code-box.module.css';
import type { DiscountCode } from './use-discount-code.ts';

const Ticket = onDemand(() => import('./applied-code.tsx'));

export function CodeBox({ code }: { code: DiscountCode }) {
  const input = useRef<HTMLInputElement>(null);

  async function apply(): Promise<void> {
    const field = input.current;
    // Moves the focus, or a screen reader would not announce the error.
    if (field && !(await code.apply(field.value))) field.focus();
  }

  function remove(): void {
    code.remove();
    const field = input.current!;
    field.value = '';
    // The button that had the focus is removed.
    field.focus();
  }

  return (
    <div className={s.box}>
      <Field label="Discount code" error={code.fault}>
        {(control) => (
          <div className={s.row}>
            <Input
              {...control}
              ref={input}
              className={classNames(s.code, code.success && s.applied)}
              maxLength={40}
              autoCapitalize="characters"
              autoComplete="off"
              spellCheck={false}
              onInput={code.edit}
              onKeyDown={(event) => {
                if (event.key === 'Enter') void apply();
              }}
            />
            <Button variant="line" onClick={() => void apply()}>
              Apply
            </Button>
          </div>
        )}
      </Field>
      {/* A status is announced only if its region was rendered before its text. */}
      <div className={s.status}>
        <output>{code.success && <Ticket>{code.success}</Ticket>}</output>
        {code.applied && (
          <Button variant="quiet" onClick={remove}>
            Remove
          </Button>
        )}
      </div>
    </div>
  );
}

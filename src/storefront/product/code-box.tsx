// 'Discount code': a field, 'Apply', and the result.
import { useRef, useState } from 'react';
import { Button } from '../ui/form/button.tsx';
import { Field } from '../ui/form/field.tsx';
import { Input } from '../ui/form/input.tsx';
import { CodeStatus } from './code-status.tsx';
import s from './code-box.module.css';
import type { DiscountCode } from './use-discount-code.ts';

export function CodeBox({ code }: { code: DiscountCode }) {
  const input = useRef<HTMLInputElement>(null);
  const [isUsed, setUsed] = useState(false);

  function apply(): void {
    const field = input.current;
    // Moves the focus, or a screen reader would not announce the error.
    if (field && !code.apply(field.value)) field.focus();
  }

  function remove(): void {
    code.remove();
    const field = input.current!;
    field.value = '';
    // The button that had the focus is removed.
    field.focus();
  }

  return (
    // The place of the status is there before a code is tried: a status is heard only then.
    <div className={s.box} onFocus={() => setUsed(true)}>
      <Field label="Discount code" error={code.fault}>
        {(control) => (
          <div className={s.row}>
            <Input
              {...control}
              ref={input}
              className={s.code}
              maxLength={40}
              autoCapitalize="characters"
              autoComplete="off"
              spellCheck={false}
              onInput={code.edit}
              onKeyDown={(event) => {
                if (event.key === 'Enter') apply();
              }}
            />
            <Button variant="line" onClick={() => apply()}>
              Apply
            </Button>
          </div>
        )}
      </Field>
      {(isUsed || code.applied) && <CodeStatus code={code} onRemove={remove} />}
    </div>
  );
}

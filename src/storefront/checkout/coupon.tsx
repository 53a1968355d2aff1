// The coupon of the checkout: a code, its result, and a congratulation.
import { useRef, useState } from 'react';
import type { Coupon } from '../../shop/coupon.ts';
import { formatRupeesExact } from '../../shop/money.ts';
import type { Paise } from '../../shop/money.ts';
import { Button } from '../ui/form/button.tsx';
import { Field } from '../ui/form/field.tsx';
import { Input } from '../ui/form/input.tsx';
import layout from '../ui/layout/layout.module.css';
import { Congratulations } from './congratulations.tsx';
import { Ticket } from '../ui/form/code-field.tsx';
import s from './coupon.module.css';

interface CouponBoxProps {
  /** The coupon that applies to the ticked items. */
  applied: Coupon | undefined;
  /** The discount, and the amount that is left to pay. */
  discount: Paise;
  amount: Paise;
  error: string | undefined;
  /** Tries a code as typed. Returns true if it applies. */
  onApply: (code: string) => boolean;
  onEdit: () => void;
}

export function CouponBox({ applied, discount, amount, error, onApply, onEdit }: CouponBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isCheering, setCheering] = useState(false);

  function apply(): void {
    const field = input.current;
    if (!field) return;
    if (onApply(field.value)) {
      field.value = '';
      setCheering(true);
    } else {
      field.focus();
    }
  }

  return (
    <section className={layout.stack} aria-label="Coupon">
      <output className={s.place}>
        {applied && (
          <Ticket code={applied.code}>
            {applied.percent}% off, you save {formatRupeesExact(discount)}
          </Ticket>
        )}
      </output>
      <Field label="Coupon code" error={error}>
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
              onInput={onEdit}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return;
                // Enter applies the code; it must not submit the order around it.
                event.preventDefault();
                apply();
              }}
            />
            <Button variant="line" className={s.apply} onClick={apply}>
              Apply
            </Button>
          </div>
        )}
      </Field>
      {applied && (
        <Congratulations
          coupon={applied}
          amount={amount}
          open={isCheering}
          onClose={() => setCheering(false)}
        />
      )}
    </section>
  );
}

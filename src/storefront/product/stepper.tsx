// The quantity input: two buttons and a number field. Never below 1.
import { useId, useState } from 'react';
import { Icon } from '../ui/icon.tsx';
import s from './stepper.module.css';

interface StepperProps {
  value: number;
  onChange: (value: number) => void;
  label?: string | undefined;
}

export function Stepper({ value, onChange, label = 'Quantity' }: StepperProps) {
  const id = useId();
  // The typed text, which may temporarily be no valid number
  const [typed, setTyped] = useState<string>();

  function type(text: string) {
    setTyped(text);
    const number = Number(text);
    if (Number.isSafeInteger(number) && number >= 1) onChange(number);
  }

  return (
    <div>
      <label htmlFor={id} className={s.label}>
        {label}
      </label>
      <div className={s.stepper}>
        <button
          type="button"
          aria-label={`Decrease ${label.toLowerCase()}`}
          disabled={value <= 1}
          onClick={() => onChange(value - 1)}
        >
          <Icon name="minus" />
        </button>
        <input
          id={id}
          type="number"
          inputMode="numeric"
          min="1"
          value={typed ?? value}
          onChange={(event) => type(event.target.value)}
          onBlur={() => setTyped(undefined)}
        />
        <button
          type="button"
          aria-label={`Increase ${label.toLowerCase()}`}
          onClick={() => onChange(value + 1)}
        >
          <Icon name="plus" />
        </button>
      </div>
    </div>
  );
}

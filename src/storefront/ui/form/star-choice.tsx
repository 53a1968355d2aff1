// The rating input: five radios as stars, each large enough for a thumb.
import { useId } from 'react';
import { classNames } from '../class-names.ts';
import { Icon, star } from '../icon.tsx';
import layout from '../layout/layout.module.css';
import { VisuallyHidden } from '../layout/visually-hidden.tsx';
import field from './field.module.css';
import { FieldMessage } from './field.tsx';
import s from './star-choice.module.css';

interface StarChoiceProps {
  legend: string;
  /** The radios' name in their form. */
  name: string;
  /** 1 to 5; undefined if none is chosen yet. */
  value: number | undefined;
  onChange: (value: number) => void;
  error?: string | undefined;
}

const words = ['Poor', 'Fair', 'Good', 'Very good', 'Excellent'];

export function StarChoice({ legend, name, value = 0, onChange, error }: StarChoiceProps) {
  const message = useId();
  const state = error ? ({ 'aria-invalid': true, 'aria-describedby': message } as const) : {};
  return (
    <fieldset role="radiogroup" aria-required {...state} className={field.field}>
      <legend className={field.label}>{legend}</legend>
      <div className={s.row}>
        {words.map((word, index) => (
          <label key={word} className={classNames(s.star, index < value && s.on)}>
            <input
              type="radio"
              className={layout.cover}
              name={name}
              value={index + 1}
              checked={value === index + 1}
              onChange={() => onChange(index + 1)}
              {...state}
            />
            <VisuallyHidden>{index === 0 ? '1 star' : `${index + 1} stars`}</VisuallyHidden>
            <Icon name={star} />
          </label>
        ))}
        <span className={s.word} aria-hidden="true">
          {words[value - 1]}
        </span>
      </div>
      <FieldMessage id={message} error={error} />
    </fieldset>
  );
}

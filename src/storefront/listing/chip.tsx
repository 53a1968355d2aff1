// A toggle button for filters: 'all', 'chocolate', 'currency'.
import type { ComponentProps } from 'react';
import s from './chip.module.css';

export function Chip({
  pressed,
  ...rest
}: { pressed: boolean } & Omit<ComponentProps<'button'>, 'className'>) {
  return <button type="button" {...rest} aria-pressed={pressed} className={s.chip} />;
}

// The native text field, select and text area with the shop's styles.
import type { ComponentProps } from 'react';
import { classNames } from '../class-names.ts';
import s from './input.module.css';

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input {...rest} className={classNames(s.input, className)} />;
}

export function Select({ className, ...rest }: ComponentProps<'select'>) {
  return <select {...rest} className={classNames(s.input, s.select, className)} />;
}

export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea {...rest} className={classNames(s.input, s.area, className)} />;
}

// A file input in the shop's look. The input itself is invisible and covers all of it.
import type { ComponentProps } from 'react';
import s from './file-field.module.css';
import { Icon } from '../icon.tsx';
import { camera } from '../icon-paths-of-few.ts';
import layout from '../layout/layout.module.css';

interface FileWellProps extends ComponentProps<'input'> {
  /** Its text, instead of the browser's own words. */
  words: string;
}

export function FileWell({ words, children, ...input }: FileWellProps) {
  return (
    <div className={s.well}>
      <input {...input} type="file" className={layout.cover} />
      <Icon name={camera} />
      <span className={s.words} aria-hidden="true">
        {words}
      </span>
      {children}
    </div>
  );
}

// What became of a form that was sent, below its button.
import type { ReactNode } from 'react';
import { Note } from '../../ui/note.tsx';
import s from './account-form.module.css';

interface FormOutcomeProps {
  isDone: boolean;
  failure: string | undefined;
  /** What went well. */
  children: ReactNode;
}

export function FormOutcome({ isDone, failure, children }: FormOutcomeProps) {
  return (
    <>
      <output className={s.news}>{isDone && <Note tone="good">{children}</Note>}</output>
      {failure !== undefined && (
        <Note tone="bad" role="alert">
          {failure}
        </Note>
      )}
    </>
  );
}

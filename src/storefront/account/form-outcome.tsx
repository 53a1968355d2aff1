// The outcome of a form, below its button.
import type { ReactNode } from 'react';
import { Note } from '../ui/feedback/note.tsx';
import s from './account-form.module.css';
import { FailureNote } from './failure-note.tsx';
import type { AccountForm } from './account-form.tsx';

interface FormOutcomeProps {
  form: Pick<AccountForm<string>, 'isDone' | 'failure'>;
  /** The message of a form that is done. */
  children: ReactNode;
}

export function FormOutcome({ form: { isDone, failure }, children }: FormOutcomeProps) {
  return (
    <>
      <output className={s.news}>{isDone && <Note tone="good">{children}</Note>}</output>
      <FailureNote failure={failure} />
    </>
  );
}

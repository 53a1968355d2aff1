// Says why an account form failed, and what a person can do about it.
import type { CallFailure } from '../platform/request.ts';
import { Note } from '../ui/feedback/note.tsx';
import { failureAdvice } from './failure-advice.ts';

export function FailureNote({ failure }: { failure: CallFailure | undefined }) {
  if (!failure) return null;
  return (
    <Note tone="bad" role="alert">
      {failureAdvice(failure)}
    </Note>
  );
}

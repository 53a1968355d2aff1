// In the place of the form: the letter's link does not open anything, and how to get one that does.
import { ButtonLink } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import s from './password-form.module.css';

/** `why`: it was refused, or the address came without its token. */
export function DeadLink({ why }: { why: 'refused' | 'incomplete' }) {
  return (
    <div className={s.form}>
      <Note tone="bad" role="alert">
        {why === 'refused'
          ? 'This link has been used or is too old. Your password was not changed.'
          : 'This link is incomplete. Please open it from the e-mail again, or ask for a new one.'}
      </Note>
      <ButtonLink to="/forgot-password" wide>
        Ask for a new link
      </ButtonLink>
    </div>
  );
}

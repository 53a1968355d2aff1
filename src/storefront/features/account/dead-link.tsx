// In place of the form: says that the link of the e-mail opens nothing, and leads to a new one.
import { ButtonLink } from '../../ui/button.tsx';
import { LostBead } from '../../ui/lost-bead.tsx';
import { Note } from '../../ui/note.tsx';
import { AuthLink } from './auth-link.tsx';
import s from './password-form.module.css';

/** `why`: it was refused, or the address came without its token. */
export function DeadLink({ why }: { why: 'refused' | 'incomplete' }) {
  return (
    <div className={s.form}>
      <LostBead />
      <Note role="alert">
        {why === 'refused'
          ? 'This link has been used or is too old. Your password was not changed.'
          : 'This link is incomplete. Please open it from the e-mail again, or ask for a new one.'}
      </Note>
      <ButtonLink to="/forgot-password" wide>
        Ask for a new link
      </ButtonLink>
      <AuthLink to="/login">Back to login</AuthLink>
    </div>
  );
}

// To an account whose password was just changed: an owner who did not do it is notified, and learns how to recover the
// account.
import type { PasswordChangedFacts } from './outbox.ts';
import { formatTime } from '../../shop/format.ts';
import type { Sheet } from './sheet.ts';

export function passwordChanged(
  { email, changedAt, isByOldPassword = false }: PasswordChangedFacts,
  origin: string,
): Sheet {
  return {
    subject: 'Your password was changed',
    preview: 'If it was you, there is nothing to do.',
    mark: 'Your account',
    heading: 'Your password was changed',
    lead: 'If it was you, there is nothing to do. If it was not, set a new password now: that logs out everyone else.',
    button: { label: 'Set a new password', link: `${origin}/forgot-password` },
    sections: [
      {
        kind: 'rows',
        title: 'What happened',
        rows: [
          { label: 'Account', value: email },
          { label: 'Changed on', value: formatTime(changedAt) },
          {
            label: 'Logged out',
            value: isByOldPassword ? 'on every other device' : 'on every device',
          },
        ],
      },
      {
        kind: 'steps',
        title: 'If it was not you',
        steps: [
          'Ask for a link with the button above and set a new password.',
          isByOldPassword
            ? 'If you use the old password anywhere else, change it there too: someone else knows it.'
            : 'Change the password of your e-mail account too: the link to a new password was opened from there.',
          'Reply to this e-mail, so that we can look at your orders with you.',
        ],
      },
    ],
  };
}

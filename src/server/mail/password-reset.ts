// To a shopper who forgot the password: the link that sets a new one. It contains nothing that the requester could have
// chosen: anybody can request it for any account.
import type { PasswordResetFacts } from './outbox.ts';
import { formatTime } from '../../shop/format.ts';
import type { Sheet } from './sheet.ts';

export function passwordReset(
  { email, token, expiresAt }: PasswordResetFacts,
  origin: string,
): Sheet {
  return {
    subject: 'Set a new password',
    preview: 'The link works once, for one hour.',
    mark: 'Your account',
    heading: 'Forgot your password?',
    lead: 'It happens. Set a new one with this link. If it was not you who asked, do nothing: your password stays as it is.',
    button: {
      label: 'Set a new password',
      // In the fragment, which browsers do not send: no server and no log ever sees the token.
      link: `${origin}/reset-password#${token}`,
    },
    sections: [
      {
        kind: 'rows',
        title: 'Good to know',
        rows: [
          { label: 'Account', value: email },
          { label: 'The link works', value: `once, until ${formatTime(expiresAt)}` },
          { label: 'With the new password', value: 'you are logged out everywhere else' },
        ],
      },
    ],
  };
}

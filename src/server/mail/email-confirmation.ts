// To a new account: the link that confirms its e-mail. Like the password reset e-mail, it repeats nothing that was
// typed at the sign-up: somebody else may have signed up with this address.
import type { EmailConfirmationFacts } from './outbox.ts';
import { formatTime } from '../../shop/format.ts';
import type { Sheet } from './sheet.ts';

export function emailConfirmation(
  { email, token, expiresAt }: EmailConfirmationFacts,
  origin: string,
): Sheet {
  return {
    subject: 'Please confirm your e-mail',
    preview: 'One tap, and our e-mails can include your delivery address.',
    mark: 'Your account',
    heading: 'Is this e-mail yours?',
    lead: 'Someone has opened an account with it. If it was you, confirm it with this link. If it was not, do nothing.',
    button: {
      label: 'Confirm my e-mail',
      // In the fragment, which browsers do not send: no server and no log ever sees the token.
      link: `${origin}/confirm-email#${token}`,
    },
    sections: [
      {
        kind: 'rows',
        title: 'Good to know',
        rows: [
          { label: 'Account', value: email },
          { label: 'The link works', value: `once, until ${formatTime(expiresAt)}` },
          {
            label: 'Until then',
            value: 'you can order, but receipts leave out your name and address',
          },
        ],
      },
    ],
  };
}

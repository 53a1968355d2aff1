// The e-mails about an account: an address to confirm, a password to reset, a password that was changed, a deleted account,
// a review that was hidden, a sign-in at the desk.
import { brand } from '../../shop/brand.ts';
import { formatTime } from '../../shop/dates.ts';
import { toShop } from './order-emails.ts';
import type {
  AccountDeletedFacts,
  DeskSignInFacts,
  LinkFacts,
  PasswordChangedFacts,
  ReviewHiddenFacts,
} from './outbox.ts';
import { notesSection, rowsSection, stepsSection } from './render.ts';
import type { EmailContent } from './render.ts';

/**
 * To a new account: the link that confirms its e-mail. Like the password reset e-mail, it repeats nothing that was typed
 * at the sign-up: somebody else may have signed up with this address.
 */
export function emailConfirmation(
  { email, token, expiresAt }: LinkFacts,
  origin: string,
): EmailContent {
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
      rowsSection('Good to know', [
        { label: 'Account', value: email },
        { label: 'The link works', value: `once, until ${formatTime(expiresAt)}` },
        {
          label: 'Until then',
          value: 'you can order, but receipts leave out your name and address',
        },
      ]),
    ],
  };
}

/**
 * To a shopper who forgot the password: the link that sets a new one. It contains nothing that the requester could have
 * chosen: anybody can request it for any account.
 */
export function passwordReset(
  { email, token, expiresAt }: LinkFacts,
  origin: string,
): EmailContent {
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
      rowsSection('Good to know', [
        { label: 'Account', value: email },
        { label: 'The link works', value: `once, until ${formatTime(expiresAt)}` },
        { label: 'With the new password', value: 'you are logged out everywhere else' },
      ]),
    ],
  };
}

/**
 * To an account whose password was just changed: an owner who did not do it is notified, and learns how to recover the
 * account.
 */
export function passwordChanged(
  { email, changedAt, isByOldPassword = false }: PasswordChangedFacts,
  origin: string,
): EmailContent {
  return {
    subject: 'Your password was changed',
    preview: 'If it was you, there is nothing to do.',
    mark: 'Your account',
    heading: 'Your password was changed',
    lead: 'If it was you, there is nothing to do. If it was not, set a new password now: that logs out everyone else.',
    button: { label: 'Set a new password', link: `${origin}/forgot-password` },
    sections: [
      rowsSection('What happened', [
        { label: 'Account', value: email },
        { label: 'Changed on', value: formatTime(changedAt) },
        {
          label: 'Logged out',
          value: isByOldPassword ? 'on every other device' : 'on every device',
        },
      ]),
      stepsSection('If it was not you', [
        'Ask for a link with the button above and set a new password.',
        isByOldPassword
          ? 'If you use the old password anywhere else, change it there too: someone else knows it.'
          : 'Change the password of your e-mail account too: the link to a new password was opened from there.',
        'Reply to this e-mail, so that we can look at your orders with you.',
      ]),
    ],
  };
}

/** To an account that was just deleted: the last e-mail that it gets, and the only one that says what stays. */
export function accountDeleted({ email, deletedAt }: AccountDeletedFacts): EmailContent {
  return {
    subject: 'Your account was deleted',
    preview: 'We have erased your name, your password, your addresses and your reviews.',
    mark: 'Your account',
    heading: 'Your account was deleted',
    lead: 'We have erased your name, your password, your addresses and your reviews with their pictures. Thank you for having been with us.',
    sections: [
      rowsSection('What happened', [
        { label: 'Account', value: email },
        { label: 'Deleted on', value: formatTime(deletedAt) },
      ]),
      notesSection('What stays', [
        'What you bought, when and for how much, for as long as tax law makes us keep our books.',
        'The name and address on an order, for 120 days after it was placed, in case it has to be delivered or refunded. Then we erase them too; if the order came to ₹50,000 or more, they stay as long as our books.',
      ]),
      stepsSection('If it was not you', [
        `Write to ${brand.email}: someone else knows your password. If you use it anywhere else, change it there.`,
      ]),
    ],
  };
}

/** To the author of a review that is not shown any more: why, from the fixed list, and what to do about it. */
export function reviewHidden({ productName, reason, hiddenAt }: ReviewHiddenFacts): EmailContent {
  return {
    subject: 'Your review is not shown any more',
    preview: `The reason: ${reason}.`,
    mark: 'Your review',
    heading: 'We have hidden your review',
    lead: 'We never hide a review because it is critical. This one is not shown for the reason below.',
    sections: [
      rowsSection('What happened', [
        { label: 'Product', value: productName },
        { label: 'Reason', value: reason },
        { label: 'Hidden on', value: formatTime(hiddenAt) },
      ]),
      notesSection('What you can do', [
        'Write a new review without it: it is shown at once.',
        `If you think that we are wrong, reply to this e-mail or write to ${brand.email}.`,
      ]),
    ],
  };
}

/** To a person of the desk, at each sign-in: somebody else may have their password and code, or their invitation. */
export function deskSignIn(
  { email, signedInAt, device }: DeskSignInFacts,
  _origin: string,
  desk?: string,
): EmailContent {
  return {
    subject: 'New sign-in at the desk',
    preview: 'If it was you, there is nothing to do.',
    mark: 'The desk',
    heading: 'Somebody signed in at the desk',
    lead: 'With your e-mail, your password and a code. If it was you, there is nothing to do.',
    ...toShop(desk),
    sections: [
      rowsSection('What happened', [
        { label: 'Account', value: email },
        { label: 'Signed in on', value: formatTime(signedInAt) },
        { label: 'With', value: device },
      ]),
      stepsSection('If it was not you', [
        'Open More at the desk and press ‘Sign out’ beside your e-mail: that ends all your sessions.',
        'Then have yourself invited again, by somebody at the desk or by whoever runs the server: that ends your password, your app and your recovery codes at once.',
        'If you use the password anywhere else, change it there too.',
      ]),
    ],
  };
}

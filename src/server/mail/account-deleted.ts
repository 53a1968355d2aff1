// To an account that was just deleted: the last e-mail that it gets, and the only one that says what stays.
import { brand } from '../../shop/brand.ts';
import type { AccountDeletedFacts } from './outbox.ts';
import { formatTime } from '../../shop/format.ts';
import type { Sheet } from './sheet.ts';

export function accountDeleted({ email, deletedAt }: AccountDeletedFacts): Sheet {
  return {
    subject: 'Your account was deleted',
    preview: 'We have erased your name, your password, your addresses and your reviews.',
    mark: 'Your account',
    heading: 'Your account was deleted',
    lead: 'We have erased your name, your password, your addresses and your reviews with their pictures. Thank you for having been with us.',
    button: undefined,
    sections: [
      {
        kind: 'rows',
        title: 'What happened',
        rows: [
          { label: 'Account', value: email },
          { label: 'Deleted on', value: formatTime(deletedAt) },
        ],
      },
      {
        kind: 'steps',
        title: 'What stays',
        steps: [
          'What you bought, when and for how much, for as long as tax law makes us keep our books.',
          'The name and address on an order, for 120 days after it was placed, in case it has to be delivered or refunded. Then we erase them too; if the order came to ₹50,000 or more, they stay as long as our books.',
        ],
      },
      {
        kind: 'steps',
        title: 'If it was not you',
        steps: [
          `Write to ${brand.email}: someone else knows your password. If you use it anywhere else, change it there.`,
        ],
      },
    ],
  };
}

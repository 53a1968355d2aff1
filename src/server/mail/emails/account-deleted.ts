// To an account that was just deleted: the last e-mail that it gets, and the only one that says what stays.
import { brand } from '../../../shop/brand.ts';
import type { AccountDeletedFacts } from '../mail.ts';
import { longDate } from './format.ts';
import type { Sheet } from './sheet.ts';

export function accountDeleted({ email, deletedAt }: AccountDeletedFacts): Sheet {
  return {
    subject: 'Your account was deleted',
    preview: 'We have erased your name, your password, your addresses and your reviews.',
    mark: 'Your account',
    heading: 'Your account was deleted',
    lead: 'We have erased your name, your password, your addresses and your reviews with their pictures. It was a pleasure to make gifts for you.',
    button: undefined,
    sections: [
      {
        kind: 'rows',
        title: 'What happened',
        rows: [
          { label: 'Account', value: email },
          { label: 'Deleted on', value: longDate(deletedAt) },
        ],
      },
      {
        kind: 'steps',
        title: 'What stays',
        steps: [
          'What you bought, when and for how much, for as long as tax law asks for our books.',
          'The name and address on an order for 120 days after it was placed, so that it can arrive and money can go back. Then they are erased too; from ₹50,000 on they stay as long as our books.',
        ],
      },
      {
        kind: 'steps',
        title: 'If it was not you',
        steps: [
          `Write to ${brand.email}: whoever did it knew your password. Change it wherever else you use it.`,
        ],
      },
    ],
  };
}

// The page 'Privacy'. docs/security.md, 'Data', has the same facts for developers, and src/server/privacy implements
// them.
import { paymentPartner } from '../brand.ts';
import type { Policy } from './policy.ts';

export const privacy: Policy = {
  name: 'Privacy',
  title: 'Privacy',
  facts: [
    [
      'What we keep, and why',
      'Your account, orders, payments, reviews and devices, and a log that does not name you. Never your card or bank details.',
    ],
    [
      'How long we keep it',
      'Your account until you delete it, your details in an order for eight years at the most, for tax law.',
    ],
    [
      'Who else gets it',
      'Our payment partner, the courier and our suppliers, and where the law obliges us, authorities. We sell none of it, and use no advertising or analytics.',
    ],
    [
      'Your rights',
      'See it, correct it or have it deleted, on your account page or by writing to us.',
    ],
  ],
  sections: [
    {
      title: 'What we keep, and why',
      content: [
        [
          'Your account: Your name, your e-mail, a hash of your password (never the password itself), and what else you tell us when you sign up. You need an account to order and to see your orders. Phone number, address, state, PIN code and date of birth are optional at sign-up. The address fills in your first delivery form. The date of birth is not used.',
          'Your orders: What you bought, what you paid, what you wrote for the delivery, and the tracking number of the parcel. We need this to make your gift, to deliver it, to refund it, and for our books.',
          'Your payments: Their numbers, amounts and states. You pay in the window of our payment partner. We never see your card, your bank account or your UPI PIN.',
          'Your reviews: The name, words, stars and photos that you publish, so that others can choose. We remove hidden data, such as the place, from the photos.',
          'Your devices: Names such as ‘Chrome on Android’, so that you can log them out.',
          'A technical log: No names, e-mails or messages. In place of your internet address it has a code. Indian law asks for it.',
        ],
        'By signing up and by ordering you agree to this. You can take it back at any time by deleting your account.',
      ],
    },
    {
      title: 'How long we keep it',
      content: [
        [
          'Your account, your reviews and your photos: Until you delete your account, which you can do yourself.',
          'A login: 30 days after your last visit, 90 days after you logged in at the most.',
          'An order: Name, address, e-mail, phone number, gift note and tracking number for eight years, for tax law. If you delete your account, 120 days from the order. Only for orders of ₹50,000 or more the law needs the buyer’s name for all eight years.',
          'The details of an order that was never paid: 120 days.',
          'What was bought, when, for how much and into which state: It stays in our books, after that time without you.',
          'The e-mails that we sent you: 30 days, or 30 days after we gave up delivering one.',
          'The technical log: 180 days.',
          'Backups: 90 days.',
        ],
      ],
    },
    {
      title: 'Who else gets it',
      content: [
        [
          `${paymentPartner}, our payment partner: The amount, and your name, e-mail and phone number when you open the payment window. It asks you for the rest itself.`,
          'The courier: Name, address and phone number of the person who receives the parcel.',
          'Our suppliers: The companies that run our server and send our e-mails, on our behalf only.',
          'Authorities: Where the law obliges us.',
        ],
        'Chat, map, the courier’s page, Instagram and YouTube are links. Those services learn of you only if you open them.',
      ],
    },
    {
      title: 'In your browser',
      content: [
        [
          'Four cookies: Two keep you logged in. The third counts a helpful vote once. The fourth keeps strangers who guess at your password from locking you out of this browser. Both stay for a year.',
          'Kept in the browser: Your cart, whether you are logged in, and whether you closed the offer or paused the animations. Payments that are not confirmed yet too, with what was ordered and the delivery details, for two weeks at the most. The details go when you are logged out.',
          'Kept in the tab only: What you type into forms, until you send it, log out or close the tab, or somebody else logs in.',
        ],
        'None of this follows you to other websites.',
      ],
    },
    {
      title: 'Your rights',
      content: [
        'The Digital Personal Data Protection Act, 2023, gives you these rights.',
        [
          'See what we have: Your orders and your account page show most of it, and we send you the rest if you ask.',
          'Correct it: Your name on your account page, anything else by writing to us.',
          'Erase it: ‘Delete account’ on your account page does that at once, unless a payment is still open.',
          'Pass it on: Name a person who may use these rights for you if you die or fall ill.',
          'Complain: To our grievance officer first, then to the Data Protection Board of India.',
        ],
      ],
    },
    {
      title: 'Children',
      content: [
        'Our gifts are for all ages, but an account is for adults: please be 18 or older to sign up and order.',
      ],
    },
    {
      title: 'If something goes wrong',
      content: [
        'The connection to our shop is encrypted, and few people can see what we keep. If your data were ever lost or read by a stranger, we would tell you and the Data Protection Board without delay.',
      ],
    },
  ],
};

// The page 'Privacy'. docs/security.md, 'Data', has the same facts for developers, and src/server/privacy keeps to them.
import { brand, paymentPartner } from '../brand.ts';
import type { Policy } from './policy.ts';

export const privacy: Policy = {
  name: 'Privacy',
  title: 'Privacy',
  lede: `What ${brand.name} keeps about you, why, and for how long. We sell none of it, and we use no advertising or analytics.`,
  sections: [
    {
      title: 'What we keep, and why',
      content: [
        [
          'Your account: your name, your e-mail, a hash of your password (never the password itself), and what else you tell us when you sign up. You need an account to order and to see your orders. Phone number, address, state, PIN code and date of birth are optional at sign-up. The address fills in your first delivery form; the date of birth is not used.',
          'Your orders: what you bought, what you paid, what you wrote for the delivery, and the tracking number of the parcel. We need this to make your gift, to deliver it, to refund it, and for our books.',
          'Your payments: their numbers, amounts and states. You pay in the window of our payment partner; we never see your card, your bank account or your UPI PIN.',
          'Your reviews: the name, words, stars and photos that you publish, so that others can choose. We remove hidden data, such as the place, from the photos.',
          'Your devices: by names such as ‘Chrome on Android’, so that you can log them out.',
          'A technical log: without names, e-mails and messages. In place of your internet address it has a code. Indian law asks for it.',
        ],
        'By signing up and by ordering you agree to this. You can take it back at any time: delete your account.',
      ],
    },
    {
      title: 'How long we keep it',
      content: [
        [
          'Your account, your reviews and your photos: until you delete your account, which you can do yourself.',
          'A login: 30 days after your last visit, 90 days after you logged in at the most.',
          'An order: name, address, e-mail, phone number, gift note and tracking number for eight years, for tax law. If you delete your account, 120 days from the order; only for orders of ₹50,000 or more the law needs the buyer’s name for all eight years.',
          'The details of an order that was never paid: 120 days.',
          'What was bought, when, for how much and into which state: it stays in our books, after that time without you.',
          'The e-mails that we sent you: 30 days.',
          'The technical log: 180 days.',
          'Backups: 90 days.',
        ],
      ],
    },
    {
      title: 'Who else gets it',
      content: [
        [
          `${paymentPartner}, our payment partner: the amount, and your name, e-mail and phone number when you open the payment window. It asks you for the rest itself.`,
          'The courier: name, address and phone number of the person who receives the parcel.',
          'Our suppliers: the companies that run our server and send our e-mails, on our behalf only.',
          'Authorities: where the law obliges us.',
        ],
        'Chat, map, the courier’s page, Instagram and YouTube are links. Those services learn of you only if you open them.',
      ],
    },
    {
      title: 'In your browser',
      content: [
        [
          'Three cookies: two keep you logged in, the third counts a helpful vote once and stays for a year.',
          'Kept in the browser: your cart, payments that are not confirmed yet, with what was ordered and the delivery details (two weeks at the most; the details go when you log out), the reviews you found helpful, whether you are logged in, and whether you closed the offer or paused the animations.',
          'Kept in the tab only: what you type into forms, until you send it, log out or close the tab.',
        ],
        'None of this follows you to other websites.',
      ],
    },
    {
      title: 'Your rights',
      content: [
        'Under the Digital Personal Data Protection Act, 2023, you can',
        [
          'see what we have: Your orders and your account page show most of it, and we send you the rest if you ask;',
          'correct it: your name on your account page, anything else by writing to us;',
          'erase it: ‘Delete account’ on your account page does that at once, unless a payment is still open;',
          'pass it on: name a person who may use these rights for you if you die or fall ill;',
          'complain: to our grievance officer first, then to the Data Protection Board of India.',
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

// The page 'Cancellation and refunds'.
import type { Policy } from './policy.ts';

export const refunds: Policy = {
  name: 'Refunds',
  title: 'Cancellation and refunds',
  sections: [
    {
      title: 'Cancelling an order',
      content: [
        'Call us or write to us with your order ID. Until the order is dispatched you can cancel it, and we refund all of it. After that it cannot be cancelled.',
      ],
    },
    {
      title: 'Changing an order',
      content: [
        'Tell us quickly. As long as we have not started on your gift, we can usually change the address, the colours or the chocolate.',
      ],
    },
    {
      title: 'Damaged, wrong, missing or late',
      content: [
        'Tell us within 48 hours of the delivery, with your order ID and photos of the gift and its box. You choose: we send a new one, or we refund what you paid for it. The same goes for a parcel that never arrives, and for one that comes later than we promised and is of no use to you any more.',
      ],
    },
    {
      title: 'What we cannot take back',
      content: [
        'Chocolates, and pieces that we made for your order, cannot be returned because you have changed your mind. Nobody else could use them. This takes nothing away from your rights if something is wrong with them.',
      ],
    },
    {
      title: 'How the money comes back',
      ways: [
        {
          steps: [
            [
              'We refund',
              'to the card, account or UPI ID that you paid with, through our payment partner',
            ],
            ['We tell you', 'by e-mail when we do'],
            ['Your bank', 'usually shows the money within 5-7 working days'],
          ],
        },
      ],
      content: [],
    },
    {
      title: 'Paid, but no order',
      content: [
        'If money has left your account and Your orders does not show the order, please do not pay again. We check every open payment with our payment partner. It becomes your order, or you get the money back.',
      ],
    },
  ],
};

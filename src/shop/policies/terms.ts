// The page 'Terms'.
import { brand } from '../brand.ts';
import { ownWrappers, priceIncludes } from '../claims.ts';
import type { Seller } from '../brand.ts';
import type { Policy } from './policy.ts';

export const terms: Policy = {
  name: 'Terms',
  title: 'Terms of sale',
  sections: [
    {
      title: 'Who we are',
      content: [
        sellerSentence(brand),
        'You agree to these rules when you register and when you place an order.',
      ],
    },
    {
      title: 'Your account',
      content: [
        'Please be 18 or older, give your own name and e-mail, and keep your password to yourself.',
      ],
    },
    {
      title: 'Orders and prices',
      content: [
        `Prices are in Indian rupees${priceIncludes ? ` and include ${priceIncludes}` : ''}. The amount on the Place Order button is what you pay.`,
        'Your order is placed once the payment is confirmed; we then send you a receipt by e-mail. If we cannot make your gift, or find that its price or description was plainly wrong, we tell you and refund all of it unless you want to go on.',
      ],
    },
    {
      title: 'Coupons',
      content: [
        'One code for an order. It takes a percentage off the total, cannot be exchanged for money and may end at any time; an order that is already paid keeps it.',
      ],
    },
    {
      title: 'Made by hand',
      content: [
        'The pictures show the design. Yours is made by hand, so colours, decorations and the number of chocolates can differ a little.',
        `${ownWrappers ? `${ownWrappers} ` : ''}The names and marks of the chocolates belong to their makers, with whom we are not connected.`,
      ],
      note: 'Ingredients, allergens and dates are on each wrapper: please read it before you eat, above all if you have an allergy.',
    },
    {
      title: 'Reviews',
      content: [
        'Write what you have seen yourself, and show only photos that are yours. You allow us to show your review here until you delete your account. We take down what is unlawful, insulting or about something else, but not what is only critical.',
      ],
    },
    {
      title: 'Delivery, cancellation and refunds',
      content: ['The pages Shipping and Refunds are part of these terms.'],
    },
    {
      title: 'If we make a mistake',
      content: [
        'We put it right as the page Refunds says. Beyond that we owe you at most what you paid for the order, except where the law gives you more.',
      ],
    },
    {
      title: 'Law',
      content: [
        'Indian law applies. You may always turn to the consumer commission where you live or work, and to the National Consumer Helpline: 1915.',
      ],
    },
  ],
};

/** Returns the sentence that names the seller, as far as the details are filled in. */
export function sellerSentence({ legalName, address, fssai }: Seller): string {
  const who = [legalName, address].filter((part) => part !== '').join(', ');
  const shop = who
    ? `${brand.name} is the shop of ${who}.`
    : `${brand.name} makes gifts by hand in India and sells them on this site.`;
  return fssai ? `${shop} FSSAI licence no. ${fssai}.` : shop;
}

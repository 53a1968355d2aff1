// The page 'Shipping and delivery'. Times are those of the product pages.
import { priceIncludes } from '../claims.ts';
import { DAYS_TO_DISPATCH, deliveryEstimate, transitFor } from '../catalogue/delivery.ts';
import type { ProductKind } from '../catalogue/product.ts';
import { states } from '../states.ts';
import type { Policy, PolicyWay } from './policy.ts';

/**
 * Returns the steps with the texts of the product pages. The total counts from the last day of the dispatch, as their
 * dates do: the shortest total would not be the sum of the steps.
 */
function createWay(what: string, kind: ProductKind): PolicyWay {
  const { preparation, dispatch, transit } = deliveryEstimate(kind);
  const { days, isBusinessDays } = transitFor(kind);
  const weekend = isBusinessDays ? 2 : 0;
  return {
    head: [
      what,
      `About ${DAYS_TO_DISPATCH + days[1] + weekend} days at the most`,
      'from order to door',
    ],
    steps: [
      ['Prepared', `by hand in ${preparation}`],
      ['Dispatched', `within ${dispatch} after that`],
      ['Delivered', `in ${transit}`],
    ],
  };
}

export const shipping: Policy = {
  name: 'Shipping',
  title: 'Shipping and delivery',
  sections: [
    {
      title: 'How long it takes',
      ways: [
        createWay('Garlands, the crown and the bouquet', 'garland'),
        createWay('Combo packs', 'combo'),
      ],
      content: [
        'What you order together travels together, so the slowest piece decides. Business days are Monday to Friday. Festivals, strikes and bad weather can slow a courier down; if we learn that your gift will be late, we tell you.',
      ],
    },
    {
      title: 'Where we deliver',
      content: [
        `To addresses in all ${states.length} states of India. The union territories are not on our list yet: if your place is in one of them, ask us on chat before you order. We do not deliver outside India.`,
      ],
    },
    {
      title: 'What it costs',
      content: [
        `${priceIncludes ? `Prices include ${priceIncludes}. ` : ''}The amount on the Place Order button is all that you pay.`,
      ],
    },
    {
      title: 'Following your parcel',
      content: [
        'You get a receipt by e-mail as soon as you have paid. Tracking details follow once the parcel is on its way, and Your orders lists everything you have bought from us.',
      ],
    },
    {
      title: 'When it arrives',
      content: [
        [
          'Chocolate melts. Please have someone at home to take the parcel in, and keep it in a cool, dry place.',
          'Chocolates are best enjoyed within 3-5 days. The chocolate bouquet stays good for 1-2 months.',
          'If something is damaged or missing, take photos and tell us within 48 hours. Our refunds page says what we do then.',
        ],
      ],
    },
    {
      title: 'If it cannot be delivered',
      content: [
        'Please check the address and the phone number before you pay. If a parcel comes back to us because of them, we call you and agree on what to do. Chocolates that have travelled twice are not sent out again.',
      ],
    },
  ],
};

// Delivery times. The shop makes each piece after the order, so preparation always comes first.
import type { ProductKind } from './catalogue/product.ts';

export interface DeliveryEstimate {
  preparation: string;
  /** After the preparation. */
  dispatch: string;
  /** After the dispatch. */
  transit: string;
}

/** Returns the shop's estimate for a kind of product: '2-3 days', '24 hours', '2-5 business days'. */
export function deliveryEstimate(kind: ProductKind): DeliveryEstimate {
  return {
    preparation: '2-3 days',
    dispatch: '24 hours',
    // The specification names garlands and combos; other kinds get the longer of the two times.
    transit: kind === 'combo' ? '2-4 days' : '2-5 business days',
  };
}

/** Returns the estimate as sentences, in chronological order. */
export function deliverySteps(kind: ProductKind): readonly [string, string, string, string] {
  const { preparation, dispatch, transit } = deliveryEstimate(kind);
  return [
    `Prepared by hand in ${preparation}`,
    `Dispatched within ${dispatch} after that`,
    `Delivered in ${transit} across India`,
    'Tracking details follow once it is on its way',
  ];
}

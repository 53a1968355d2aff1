// How long an order takes. The shop makes each piece after the order, so preparation always comes first.
import type { ProductKind } from './catalogue/product.ts';

export interface DeliveryEstimate {
  preparation: string;
  /** After the preparation. */
  dispatch: string;
  /** After the dispatch. */
  transit: string;
}

/** The shop's own estimate for a kind of product: '2-3 days', '24 hours', '2-5 business days'. */
export function deliveryEstimate(kind: ProductKind): DeliveryEstimate {
  return {
    preparation: '2-3 days',
    dispatch: '24 hours',
    // The specification names garlands and combos; all else gets the longer of the two.
    transit: kind === 'combo' ? '2-4 days' : '2-5 business days',
  };
}

/** The same as lines of a list, in the order in which they happen. */
export function deliverySteps(kind: ProductKind): readonly [string, string, string, string] {
  const { preparation, dispatch, transit } = deliveryEstimate(kind);
  return [
    `Prepared by hand in ${preparation}`,
    `Dispatched within ${dispatch} after that`,
    `Delivered in ${transit} across India`,
    'Tracking details follow once it is on its way',
  ];
}

// What the cards of a product share, in a grid and as wide as the page. Apart from both: /combo has no cards of a grid.
import { useId, useState } from 'react';
import type { Product } from '../../../shop/catalogue/product.ts';
import { prefersStillness } from '../motion/motion.ts';
import { useWhyNotForSale, whySoldOut } from './for-sale.tsx';

/**
 * Returns what every card of a product has: its id, why it is sold out, and the props of its parts. The picture is named
 * like the gallery's at the tap, for the view transition to the product's page.
 */
export function useCard({ id: productId, link, pictures: [whole], cardTitle, name }: Product) {
  const id = useId();
  const unavailable = useWhyNotForSale(productId);
  const [isTapped, setTapped] = useState(false);
  return {
    id,
    // That the shop is closed stands above the cards.
    soldOut: unavailable && whySoldOut(productId),
    transition: { name: isTapped ? whole.name : 'auto', share: 'auto', default: 'none' },
    link: { to: link, onClick: () => setTapped(!prefersStillness()), children: cardTitle ?? name },
    button: { 'aria-describedby': id, disabled: unavailable !== undefined },
  } as const;
}

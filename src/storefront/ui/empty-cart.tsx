// What the cart and the delivery form say while there is nothing to order.
import { emptyCartPicture } from '../../shop/catalogue/catalogue.ts';
import { ButtonLink } from './button.tsx';
import { Empty } from './empty.tsx';

export function EmptyCart({ className }: { className?: string | undefined }) {
  return (
    <Empty
      className={className}
      picture={emptyCartPicture}
      title="Your cart is empty"
      text="Looks like you haven't added any products to your cart yet"
    >
      <ButtonLink to="/productspage">Browse Products</ButtonLink>
    </Empty>
  );
}

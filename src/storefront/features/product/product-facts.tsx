// What a label has to say of a product: what is in it, how much, and what its price includes.
import { priceIncludes } from '../../../shop/brand.ts';
import type { ProductDetails } from '../../../shop/catalogue/product.ts';
import s from './product-facts.module.css';

export function ProductFacts({ details: { food, notes } }: { details: ProductDetails }) {
  return (
    <div className={s.facts}>
      {food && (
        <p>
          {food.isVegetarian && <b className={s.vegetarian}>Vegetarian</b>} {food.allergens}{' '}
          {food.netQuantity} {food.bestBefore}
        </p>
      )}
      {notes && (
        <p>
          <b>{notes.question}</b> {notes.answer}
        </p>
      )}
      <p>The price includes {priceIncludes}.</p>
    </div>
  );
}

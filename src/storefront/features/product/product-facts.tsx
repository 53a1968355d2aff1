// What a label has to say of a product: what is in it, how much, and what might be mistaken.
import type { ProductDetails } from '../../../shop/catalogue/product.ts';
import s from './product-facts.module.css';

export function ProductFacts({ details: { food, notes } }: { details: ProductDetails }) {
  return (
    <div className={s.facts}>
      <h2>Good to know</h2>
      {food?.isVegetarian && (
        <p>
          <b className={s.vegetarian}>Vegetarian</b>
        </p>
      )}
      {food && (
        <>
          <p>{food.allergens}</p>
          <p>{food.netQuantity}</p>
          <p>{food.bestBefore}</p>
        </>
      )}
      {notes && (
        <>
          <p>
            <b>{notes.question}</b>
          </p>
          {/* Each sentence apart: the column is narrow */}
          {notes.answer.split(/(?<=\.) /).map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </>
      )}
    </div>
  );
}

// The facts of a product's label: its contents, its quantity, and what might be misunderstood.
import type { ProductDetails } from '../../../shop/catalogue/product.ts';
import s from './product-facts.module.css';

export function ProductFacts({ details: { food, notes } }: { details: ProductDetails }) {
  return (
    <div className={s.facts}>
      <h2>Good to know</h2>
      {food && (
        <>
          <p>
            {food.isVegetarian && <b className={s.vegetarian}>Vegetarian</b>} {food.allergens}
          </p>
          <p>
            <WithLead text={food.netQuantity} />
          </p>
          <p>
            <WithLead text={food.bestBefore} />
          </p>
        </>
      )}
      {notes && (
        <>
          <h3>{notes.question}</h3>
          <p className={s.answer}>{notes.answer}</p>
        </>
      )}
    </div>
  );
}

/** Emphasises the words that say what a text is about, and times: 'About 50 chocolates', 'Best before', '3-5 days'. */
function WithLead({ text }: { text: string }) {
  return text
    .split(/(^Best before|^[^,]+|\d-\d \w+)/)
    .map((part, at) => (at % 2 ? <b key={part}>{part}</b> : part));
}

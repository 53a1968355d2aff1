// The facts of a product's label: its contents, its quantity, and what might be misunderstood.
import type { Food, ProductDetails } from '../../shop/catalogue/product.ts';
import { Icon } from '../ui/icon.tsx';
import { calendar } from '../ui/icon-paths.ts';
import s from './product-product-facts.module.css';
import promises from './product-facts.module.css';

export function ProductFacts({ details: { food, notes } }: { details: ProductDetails }) {
  return (
    <div className={s.facts}>
      <h2>Good to know</h2>
      {notes && (
        <div className={s.notes}>
          <h3>{notes.question}</h3>
          <p>{notes.answer}</p>
        </div>
      )}
      {food && <Label food={food} />}
    </div>
  );
}

function Label({ food }: { food: Food }) {
  return (
    <ul className={promises.promises}>
      <li>
        {food.isVegetarian ? <i className={s.vegetarian} /> : <Icon name="alert" />}
        <span>
          {food.isVegetarian && <b>Vegetarian</b>} {food.allergens}
        </span>
      </li>
      <li>
        <Icon name="box" />
        <span>
          <WithLead text={food.netQuantity} />
        </span>
      </li>
      <li>
        <Icon name={calendar} />
        <span>
          <WithLead text={food.bestBefore} />
        </span>
      </li>
    </ul>
  );
}

/** Emphasises the words that say what a text is about, and times: 'About 50 chocolates', 'Best before', '3-5 days'. */
function WithLead({ text }: { text: string }) {
  return text
    .split(/(^Best before|^[^,]+|\d-\d \w+)/)
    .map((part, at) => (at % 2 ? <b key={part}>{part}</b> : part));
}

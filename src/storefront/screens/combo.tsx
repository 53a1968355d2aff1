// /combo: the two gift combos, and why to choose them.
import { comboProducts } from '../../shop/catalogue/catalogue.ts';
import { classNames } from '../ui/class-names.ts';
import { Icon, type IconName } from '../ui/icon.tsx';
import layout from '../ui/layout.module.css';
import { ProductCard } from '../ui/product-card.tsx';
import { Title } from '../ui/title.tsx';
import s from './combo.module.css';
import { heart, star, truck } from '../ui/icon-paths.ts';
import { pen } from '../ui/icon-paths-of-few.ts';

const points: readonly (readonly [icon: IconName, title: string, words: string])[] = [
  [heart, 'Handmade with Love', 'Every box is filled, tied and checked by hand.'],
  [pen, 'Sweet Personalization', 'Your favourite chocolates, and colours to match on request.'],
  [star, 'Vibrant Themes', 'Red and gold for weddings, pink and teal for birthdays.'],
  [truck, 'Quick & Cute Delivery', 'Ready in 2-3 days, then 2-4 days across India.'],
];

export default function ComboScreen() {
  return (
    <>
      <div className={classNames(layout.wrap, layout.pageHead)}>
        <Title
          level={1}
          className={s.title}
          text="Everything in one box. Pick the occasion, choose the chocolate and leave the rest to us."
        >
          Sweet Combo Packs
        </Title>
      </div>
      <div className={classNames(layout.wrap, s.cards)}>
        {comboProducts.map((product, index) => (
          <ProductCard
            key={product.id}
            product={product}
            headingLevel={2}
            sizes="(width >= 75em) 36rem, (width >= 40em) 46vw, 92vw"
            // On a phone, the second is below the first view.
            priority={index === 0 ? 'first' : undefined}
          />
        ))}
      </div>
      <section className={classNames(layout.section, layout.paper)} aria-labelledby="why">
        <div className={layout.wrap}>
          <Title level={2} id="why">
            Why Choose Us
          </Title>
          <ul className={s.points}>
            {points.map(([icon, title, words]) => (
              <li key={title}>
                <Icon name={icon} className={s.icon} />
                <h3>{title}</h3>
                <p className={classNames(layout.soft, layout.small)}>{words}</p>
              </li>
            ))}
          </ul>
        </div>
      </section>
    </>
  );
}

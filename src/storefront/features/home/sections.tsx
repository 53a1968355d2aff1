// The lower sections of the home page: best sellers, discover, reasons, testimonials and the closing section.
import type {
  Picture as ShopPicture,
  Product,
  Testimonial,
} from '../../../shop/catalogue/product.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';
import layout from '../../ui/layout.module.css';
import { Picture } from '../../ui/picture.tsx';
import { ProductCard } from '../../ui/product-card.tsx';
import { Title } from '../../ui/title.tsx';
import { Testimonials } from '../../ui/testimonials.tsx';
import s from './sections.module.css';
import { heart, truck } from '../../ui/icon-paths.ts';
import { chocolate, pen } from '../../ui/icon-paths-of-few.ts';

/** Shows the second pictures, because the carousel above shows the first. */
export function BestSellers({ products }: { products: readonly Product[] }) {
  return (
    <section className={layout.section} aria-labelledby="best">
      <div className={layout.wrap}>
        <Title level={2} id="best">
          Best Sellers
        </Title>
        <div className={classNames(layout.grid, layout.four)}>
          {products.map((product) => (
            <ProductCard
              key={product.id}
              product={product}
              headingLevel={3}
              brief
              pictureIndex={1}
              sizes="(width >= 48em) 18rem, 46vw"
            />
          ))}
        </div>
      </div>
    </section>
  );
}

export function Discover({ pictures }: { pictures: readonly ShopPicture[] }) {
  return (
    <section className={s.discover} aria-labelledby="discover">
      <div className={classNames(layout.wrap, s.halves)}>
        <div className={s.pictures}>
          {pictures.map((picture) => (
            <div key={picture.name}>
              <Picture
                picture={picture}
                sizes="(width >= 48em) 18rem, 46vw"
                width={480}
                height={600}
              />
            </div>
          ))}
        </div>
        <div className={layout.stack}>
          <h2 id="discover">Discover Our Products!</h2>
          <p>
            Crowns for the birthday star, bouquets that outlast flowers, and wedding boxes that
            arrive dressed for the day.
          </p>
          <ButtonLink to="/productspage">Explore more..</ButtonLink>
        </div>
      </div>
    </section>
  );
}

const reasons: readonly (readonly [icon: IconName, title: string, words: string])[] = [
  [heart, 'Handcrafted Gifts', 'Every piece is tied, pleated and packed by hand.'],
  [chocolate, 'Premium Chocolates', 'Sealed bars from the brands you know.'],
  [pen, 'Custom Designs', 'Your favourite chocolates, currency notes and colours.'],
  [truck, 'Fast Delivery', 'Made in 2-3 days, dispatched across India within 24 hours after that.'],
];

export function Reasons() {
  return (
    <section className={layout.section} aria-labelledby="why">
      <div className={layout.wrap}>
        <Title level={2} id="why">
          Why Choose Us
        </Title>
        <ul className={s.why}>
          {reasons.map(([icon, title, words]) => (
            <li key={title}>
              <Icon name={icon} className={s.bead} />
              <h3>{title}</h3>
              <p>{words}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** Fixed texts of the shop from the specification, not reviews. */
const testimonials: readonly Testimonial[] = [
  {
    words: 'The groom’s side could not stop taking photos of it.',
    name: 'Priya',
    occasion: 'Wedding, Coimbatore',
  },
  {
    words: 'My son wore it all evening, then shared it with all his friends.',
    name: 'Sunita',
    occasion: 'Birthday, Pune',
  },
  {
    words: 'Neatly packed, nothing melted, and it reached on time.',
    name: 'Anand',
    occasion: 'Farewell, Kochi',
  },
];

export function HomeTestimonials() {
  return <Testimonials testimonials={testimonials} />;
}

export function Closing() {
  return (
    <section
      className={classNames(
        layout.section,
        layout.festive,
        layout.dark,
        layout.underPaper,
        s.closing,
      )}
      aria-labelledby="closing"
    >
      <div className={layout.wrap}>
        <h2 id="closing">Got a big day coming?</h2>
        <p>Tell us the date, the colours and the favourite chocolate. Leave the stringing to us.</p>
        <div className={classNames(layout.row, layout.center)}>
          <ButtonLink to="/productspage" variant="gold">
            Shop Now
          </ButtonLink>
          <ButtonLink to="/ContactUs" variant="light">
            Contact Us
          </ButtonLink>
        </div>
      </div>
    </section>
  );
}

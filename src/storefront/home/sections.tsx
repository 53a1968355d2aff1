// The lower sections of the home page: best sellers, reasons, testimonials and the closing section.
import { useRef } from 'react';
import type { Product, Testimonial } from '../../shop/catalogue/product.ts';
import { ButtonLink } from '../ui/form/button.tsx';
import { classNames } from '../ui/class-names.ts';
import layout from '../ui/layout/layout.module.css';
import '../ui/motion/heaps.css';
import { PictureWell } from '../ui/product/picture.tsx';
import { ProductCard } from '../ui/product/product-card.tsx';
import { Reasons, type Reason } from '../ui/layout/reasons.tsx';
import { Title } from '../ui/layout/title.tsx';
import { Testimonials } from '../ui/product/testimonials.tsx';
import { useNear } from '../platform/timing.tsx';
import wait from '../ui/layout/later.module.css';
import s from './sections.module.css';
import { heart, truck } from '../ui/icon-paths.ts';
import { chocolate, pen } from '../ui/icon-paths-of-few.ts';

export function BestSellers({ products }: { products: readonly Product[] }) {
  const section = useRef<HTMLElement>(null);
  const isNear = useNear(section, '75%');
  return (
    <section
      ref={section}
      className={classNames(layout.section, !isNear && wait.later)}
      aria-labelledby="best"
    >
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
              shape="brief"
              sizes="(width >= 48em) 18rem, 46vw"
            />
          ))}
        </div>
      </div>
    </section>
  );
}

const reasons: readonly Reason[] = [
  [heart, 'Handcrafted Gifts', 'Every piece is tied, pleated and packed by hand.'],
  [chocolate, 'Premium Chocolates', 'Sealed bars from the brands you know.'],
  [pen, 'Custom Designs', 'Your favourite chocolates, play currency notes and colours.'],
  [truck, 'Fast Delivery', 'Made in 2-3 days, dispatched across India within 24 hours after that.'],
];

export function HomeReasons() {
  return <Reasons reasons={reasons} />;
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

/** Adult and Kids side by side: it shows how garlands are worn, and none of these customers. */
const worn = { name: 'dairymilk-4-scale', alt: '', focus: [0.5, 0.5] } as const;

export function HomeTestimonials() {
  const place = useRef<HTMLDivElement>(null);
  const isNear = useNear(place, '75%');
  return (
    <div ref={place}>
      <Testimonials testimonials={testimonials} className={s.beside}>
        <PictureWell
          className={s.worn}
          picture={isNear ? worn : undefined}
          sizes="(width >= 48em) 30rem, 92vw"
          width={480}
          height={480}
        />
      </Testimonials>
    </div>
  );
}

export function Closing() {
  const section = useRef<HTMLElement>(null);
  const isNear = useNear(section, '75%');
  return (
    <section
      ref={section}
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
      {/* Not before somebody comes near: the picture is far below the first view. */}
      {isNear && <div data-heaps="" />}
    </section>
  );
}

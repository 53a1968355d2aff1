// /home: the landing page, its sections in the specification's order. The banner over it is the frame's.
import { useRef } from 'react';
import birthdayComboPack from '../../shop/catalogue/products/birthday-combo-pack.ts';
import chocolateBouquet from '../../shop/catalogue/products/chocolate-bouquet.ts';
import chocolateCrown from '../../shop/catalogue/products/chocolate-crown.ts';
import dairyMilkGarland from '../../shop/catalogue/products/dairy-milk-garland.ts';
import fivestarGarland from '../../shop/catalogue/products/fivestar-garland.ts';
import kitkatGarland from '../../shop/catalogue/products/kitkat-garland.ts';
import sandalGarland from '../../shop/catalogue/products/sandal-garland.ts';
import type { Picture as ShopPicture, Testimonial } from '../../shop/catalogue/product.ts';
import { useNear } from '../platform/timing.tsx';
import { classNames } from '../ui/class-names.ts';
import { ButtonLink } from '../ui/form/button.tsx';
import { chocolate, heart, pen, truck } from '../ui/icon.tsx';
import layout from '../ui/layout/layout.module.css';
import { type Reason, Reasons } from '../ui/layout/reasons.tsx';
import { Title } from '../ui/layout/title.tsx';
import '../ui/motion/heaps.css';
import { Picture, PictureWell } from '../ui/product/picture.tsx';
import { ProductCard } from '../ui/product/product-card.tsx';
import { Testimonials } from '../ui/product/testimonials.tsx';
import { Carousel } from './carousel.tsx';
import { Hero } from './hero.tsx';
import s from './home-screen.module.css';

/**
 * Six at least, so that the carousel moves with three slides side by side too. The garland of the hero comes last: the
 * first slide is something new.
 */
const exclusive = [
  chocolateBouquet,
  kitkatGarland,
  chocolateCrown,
  fivestarGarland,
  sandalGarland,
  dairyMilkGarland,
];
const bestSellers = [dairyMilkGarland, fivestarGarland, kitkatGarland, birthdayComboPack];

/** The carousel above has their first pictures. */
const wornInstead: Record<string, ShopPicture> = {
  [fivestarGarland.id]: {
    name: 'fivestar-4-scale',
    alt: 'Golden yellow chocolate garlands worn by two dress forms, Adult and Kids',
    focus: [0.5, 0.5],
  },
  [kitkatGarland.id]: {
    name: 'kitkat-4-scale',
    alt: 'Red and white chocolate garlands with note rosettes worn by two dress forms, Adult and Kids',
    focus: [0.45, 0.5],
  },
};

const table: ShopPicture = {
  name: 'home-1-wide',
  alt: 'Chocolate bouquet, open red gift box and a purple chocolate garland among petals on a warm cream table',
  focus: [0.68, 0.5],
};

const reasons: readonly Reason[] = [
  [heart, 'Handcrafted Gifts', 'Every piece is tied, pleated and packed by hand.'],
  [chocolate, 'Premium Chocolates', 'Dairy Milk, 5 Star, Munch, Milkybar and KitKat.'],
  [pen, 'Custom Designs', 'Your favourite chocolates, currency notes and colours.'],
  [truck, 'Fast Delivery', 'To every state of India, with tracking details.'],
];

/** Fixed texts of the shop from the specification, not reviews. */
const testimonials: readonly Testimonial[] = [
  ['Priya', 'Wedding, Coimbatore', 'The groom’s side could not stop taking photos of it.'],
  ['Sunita', 'Birthday, Pune', 'My son wore it all evening, then shared it with all his friends.'],
  ['Anand', 'Farewell, Kochi', 'Neatly packed, nothing melted, and it reached on time.'],
].map(([name = '', occasion = '', words = '']) => ({ name, occasion, words }));

/** Adult and Kids side by side: it shows how garlands are worn, and none of these customers. */
const worn = { name: 'dairymilk-4-scale', alt: '', focus: [0.5, 0.5] } as const;

/** How a garland is made. */
const making: ShopPicture = { name: 'making-1-table', alt: '', focus: [0.5, 0.5] };

export default function HomeScreen() {
  return (
    <>
      <Hero />
      <Carousel products={exclusive} />
      <BestSellers />
      <Discover />
      <HomeReasons />
      <HomeTestimonials />
      <Closing />
    </>
  );
}

function BestSellers() {
  const section = useRef<HTMLElement>(null);
  const isNear = useNear(section, '75%');
  return (
    <section
      ref={section}
      className={classNames(layout.section, !isNear && layout.later)}
      aria-labelledby="best"
    >
      <div className={layout.wrap}>
        <Title level={2} id="best">
          Best Sellers
        </Title>
        <div className={classNames(layout.grid, layout.four)}>
          {bestSellers.map((product) => (
            <ProductCard
              key={product.id}
              product={product}
              headingLevel={3}
              shape="brief"
              picture={wornInstead[product.id]}
              sizes="(width >= 48em) 18rem, 46vw"
            />
          ))}
        </div>
      </div>
    </section>
  );
}

/** What the shop makes, beside one large picture. */
function Discover() {
  const section = useRef<HTMLElement>(null);
  const isNear = useNear(section, '75%');
  return (
    <section
      ref={section}
      className={classNames(s.discover, !isNear && layout.later)}
      aria-labelledby="discover"
    >
      <div className={s.picture}>
        <Picture picture={table} sizes="(width >= 64em) 60vw, 200vw" width={720} height={640} />
      </div>
      <div className={s.words}>
        <h2 id="discover">Discover Our Products!</h2>
        <p>
          Bouquets that outlast flowers, wedding boxes that arrive dressed for the day, and crowns
          for the birthday star.
        </p>
        <ButtonLink to="/productspage">Explore more..</ButtonLink>
      </div>
    </section>
  );
}

function HomeReasons() {
  const box = useRef<HTMLDivElement>(null);
  const isNear = useNear(box, '75%');
  return (
    <div ref={box}>
      <Reasons reasons={reasons}>
        <PictureWell
          picture={isNear ? making : undefined}
          sizes="(width >= 48em) 36rem, 92vw"
          width={640}
          height={512}
        />
      </Reasons>
    </div>
  );
}

function HomeTestimonials() {
  const box = useRef<HTMLDivElement>(null);
  const isNear = useNear(box, '75%');
  return (
    <div ref={box}>
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

function Closing() {
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

// /home: the landing page, its sections in the specification's order. The banner over it is the frame's.
import birthdayComboPack from '../../shop/catalogue/products/birthday-combo-pack.ts';
import chocolateBouquet from '../../shop/catalogue/products/chocolate-bouquet.ts';
import chocolateCrown from '../../shop/catalogue/products/chocolate-crown.ts';
import dairyMilkGarland from '../../shop/catalogue/products/dairy-milk-garland.ts';
import fivestarGarland from '../../shop/catalogue/products/fivestar-garland.ts';
import kitkatGarland from '../../shop/catalogue/products/kitkat-garland.ts';
import sandalGarland from '../../shop/catalogue/products/sandal-garland.ts';
import { Carousel } from './carousel.tsx';
import { Discover } from './discover.tsx';
import { Hero } from './hero.tsx';
import { BestSellers, Closing, HomeReasons, HomeTestimonials } from './sections.tsx';

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

export default function HomeScreen() {
  return (
    <>
      <Hero />
      <Carousel products={exclusive} />
      <BestSellers products={bestSellers} />
      <Discover />
      <HomeReasons />
      <HomeTestimonials />
      <Closing />
    </>
  );
}

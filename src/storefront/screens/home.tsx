// /home: the landing page, its sections in the specification's order. The banner over it is the frame's.
import chocolateBouquet from '../../shop/catalogue/products/chocolate-bouquet.ts';
import chocolateCrown from '../../shop/catalogue/products/chocolate-crown.ts';
import dairyMilkGarland from '../../shop/catalogue/products/dairy-milk-garland.ts';
import fivestarGarland from '../../shop/catalogue/products/fivestar-garland.ts';
import kitkatGarland from '../../shop/catalogue/products/kitkat-garland.ts';
import sandalGarland from '../../shop/catalogue/products/sandal-garland.ts';
import weddingDelight from '../../shop/catalogue/products/wedding-delight.ts';
import { Carousel } from '../features/home/carousel.tsx';
import { Hero } from '../features/home/hero.tsx';
import {
  BestSellers,
  Closing,
  Discover,
  HomeTestimonials,
  Reasons,
} from '../features/home/sections.tsx';

/** Six at least, so that the carousel moves with three slides side by side too. */
const exclusive = [
  dairyMilkGarland,
  kitkatGarland,
  fivestarGarland,
  chocolateCrown,
  chocolateBouquet,
  sandalGarland,
];
const bestSellers = [dairyMilkGarland, kitkatGarland, fivestarGarland, chocolateCrown];
const discover = [chocolateCrown.pictures[0], weddingDelight.pictures[0]];

export default function HomeScreen() {
  return (
    <>
      <Hero />
      <Carousel products={exclusive} />
      <BestSellers products={bestSellers} />
      <Discover pictures={discover} />
      <Reasons />
      <HomeTestimonials />
      <Closing />
    </>
  );
}

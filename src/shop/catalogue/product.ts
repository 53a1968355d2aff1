// What the shop knows of a product. `Product` is small and travels with every page; `ProductDetails`
// are the long texts, one module a product, loaded by that product's page only.
import type { Paise } from '../money.ts';

export const versionKeys = ['adult', 'kids'] as const;
export type VersionKey = (typeof versionKeys)[number];

export interface Version {
  key: VersionKey;
  /** 'Adult', 'Kids'; 'Kid' on /prod. */
  name: string;
  price: Paise;
  originalPrice: Paise;
  /** '3.5 feet'. */
  size?: string;
}

export interface Picture {
  /** Master in art/masters without its extension: 'dairymilk-1-hero'. */
  name: string;
  alt: string;
  /** What must stay in view when cropped: from the left and the top, 0 to 1. */
  focus: readonly [number, number];
}

export interface ChocolateOption {
  value: string;
  label: string;
  /** Leads to the contact page instead of the order. */
  contact?: true;
}

export interface Faq {
  question: string;
  answer: string;
}

/** What a customer is quoted with: the shop's own words, never counted as a review. */
export interface Testimonial {
  words: string;
  name: string;
  /** 'Wedding, Coimbatore'. */
  occasion: string;
}

export type ProductKind = 'garland' | 'sandal' | 'crown' | 'bouquet' | 'combo' | 'prod';
export type Category = 'chocolate' | 'currency' | 'sandalwood';

export interface Product {
  /** Text in all code: '3', 'COMBO_003'. On the wire a number is accepted too. */
  id: string;
  /** For class names and view transitions; unique. */
  slug: string;
  name: string;
  /** The name on a listing's card where it differs: 'Birthday Bliss'. */
  cardTitle?: string;
  /** The page of the product: '/dairymilkgarland'. */
  link: string;
  kind: ProductKind;
  category: Category;
  /** One short line, for slides. */
  tagline: string;
  /** Two short lines at most, for cards and the cart. */
  summary: string;
  /** With versions: the adult price. */
  price: Paise;
  originalPrice: Paise;
  versions?: readonly [adult: Version, kids: Version];
  /** The choices of 'Choose Chocolate Type', where the page has one. */
  chocolates?: readonly ChocolateOption[];
  /** What the order records unless another is chosen; absent where there is no chocolate. */
  defaultChocolate?: string;
  /** At least one; the first is the card's. */
  pictures: readonly [Picture, ...Picture[]];
  /** Displayed as the shop's own words, not counted from reviews. */
  rating: number;
  /** Displayed beside the rating, likewise. */
  ratingCount?: number;
  /** What the owner of the shop still has to confirm. Never displayed. */
  forConfirmation?: string;
}

export interface ProductDetails {
  /** The lede of the product page. */
  description: string;
  features: readonly string[];
  deliveryInfo: readonly string[];
  occasionIdeas: readonly string[];
  faqs: readonly Faq[];
}

export interface ComboDetails extends ProductDetails {
  testimonials: readonly [Testimonial, Testimonial, Testimonial];
}

export interface ProdDetails extends ProductDetails {
  /** 'Product Details': what it is, beside what is good about it. */
  facts: readonly string[];
}

// One product: its types, its versions and chocolates, and the price of a line. Each product has one file in `products`.
// Its `Product` is small, because the pages that show many products load it; its `ProductDetails` are loaded by its own
// page only. Nothing here needs the catalogue.
import { discountPercent, LARGEST_AMOUNT, rupees } from '../money.ts';
import type { Paise } from '../money.ts';

/** The keys of all versions. Input with any other key is rejected. */
export const versionKeys = ['adult', 'kids'] as const;
export type VersionKey = (typeof versionKeys)[number];

export interface Version {
  key: VersionKey;
  /** 'Adult', 'Kids'; 'Kid' on /prod. */
  name: string;
  price: Paise;
  originalPrice: Paise;
  /** '3.5 feet'. */
  size: string;
}

export interface Picture {
  /** Master in art/masters without its extension: 'dairymilk-1-hero'. */
  name: string;
  alt: string;
  /** The point that cropping keeps in view: from the left and the top, 0 to 1. */
  focus: readonly [number, number];
}

interface ChocolateOption {
  value: string;
  label: string;
  /** Leads to the contact page instead of the order. */
  contact?: true;
}

export interface Faq {
  question: string;
  answer: string;
}

/** The facts of a food label: the claim `food`. */
export interface Food {
  /** Shows the green dot. */
  isVegetarian: boolean;
  /** 'Contains milk. May contain nuts.' */
  allergens: string;
  netQuantity: string;
  bestBefore: string;
}

/** A customer's quotation in the shop's own words, never counted as a review. */
export interface Testimonial {
  words: string;
  name: string;
  /** 'Wedding, Coimbatore'. */
  occasion: string;
}

/** Names the page that shows the product: 'garland' is storefront/product/garland-page.tsx. */
export type ProductKind = 'garland' | 'gift' | 'combo' | 'prod';
type Category = 'chocolate' | 'currency' | 'sandalwood';

export interface Product {
  /** Text in all code: '3', 'COMBO_003'. Requests and stored carts may have a number. */
  id: string;
  /** The name of its file in `products`; unique. */
  slug: string;
  name: string;
  /** The name on a listing's card where it differs: 'Birthday Bliss'. */
  cardTitle?: string;
  /** The title of its page where it differs from the name. */
  pageTitle?: string;
  /** The path of its page: '/dairymilkgarland'. */
  link: string;
  kind: ProductKind;
  category: Category;
  /** At most 38 characters: one line of a slide, two of a card on a phone. */
  tagline: string;
  /** Two short lines at most, for cards on a desktop and the cart. */
  summary: string;
  /** Search terms that the card does not contain: 'birthday groom return gift'. */
  occasions?: string;
  /** With versions: the adult price. */
  price: Paise;
  originalPrice: Paise;
  versions?: readonly [adult: Version, ...others: Version[]];
  /** The choices of 'Choose Chocolate Type', where the page has one. */
  chocolates?: readonly ChocolateOption[];
  /** What the order records unless another is chosen; absent where there is no chocolate. */
  defaultChocolate?: string;
  /** The first is also the picture of the card; the third picture of a garland shows its kids version. */
  pictures: readonly [hero: Picture, closeUp: Picture, ...Picture[]];
  /** Displayed as the shop's own words, not counted from reviews. */
  rating: number;
  /** Displayed beside the rating; also the shop's own words. */
  ratingCount?: number;
}

export interface ProductDetails {
  /** The last picture of its page: worn, or next to everyday things, so that its size can be seen, unless the first one is. */
  toScale: Picture;
  /** What search engines and chats show under the page's title. */
  searchDescription: string;
  /** The lede of the product page. */
  description: string;
  /** 'Product Details' of /prod: facts about the product, beside its features. */
  facts?: readonly string[];
  features: readonly string[];
  /** Absent on /prod. */
  deliveryInfo?: readonly string[];
  /** Absent on /prod and for combos. */
  occasionIdeas?: readonly string[];
  /** For combos. */
  testimonials?: readonly Testimonial[];
  /** Absent for combos. */
  faqs?: readonly Faq[];
  /** Absent for a product without food. */
  food?: Food;
  /** How large it is, where no version says so: 'About 22 cm across'. The claim `sizes`. */
  size?: string;
  /** How it is packed: the claim `packing`. */
  packed: string;
  /** Beside the rating of a garland: 'Perfect Gift'. */
  badge?: string;
  /** Beside the price of a garland, after the percentage that is saved: 'OFF - Limited Time Offer!'. */
  offer?: string;
  /** Whether the page of a garland has a share button. */
  canBeShared?: boolean;
}

const byName = (name: string): ChocolateOption => ({ value: name, label: name });

export const DAIRY_MILK = 'Dairy Milk';

/** Section 9 of the specification, in its order. The last one cannot be ordered: it leads to the contact page. */
export const chocolateOptions: readonly ChocolateOption[] = [
  byName(DAIRY_MILK),
  byName('5 Star'),
  byName('Munch'),
  byName('Milkybar'),
  byName('KitKat'),
  { value: 'Contact', label: 'Any kind of chocolate contact us for it', contact: true },
];

/** Every garland's kids version costs the same (section 9 of the specification). */
export const kidsVersion: Version = {
  key: 'kids',
  name: 'Kids',
  price: rupees(799),
  originalPrice: rupees(999),
  size: '1.5 feet',
};

/** Returns the versions and prices of a garland. The adult's prices are in rupees, as the price list has them. */
export function inTwoVersions(
  adultPrice: number,
  adultOriginalPrice: number,
  kids: Partial<Version> = {},
) {
  const [price, originalPrice] = [rupees(adultPrice), rupees(adultOriginalPrice)];
  const own = { price, originalPrice };
  const adult: Version = { key: 'adult', name: 'Adult', ...own, size: '3.5 feet' };
  return { ...own, versions: [adult, { ...kidsVersion, ...kids }] } as const;
}

/** Returns whether an input value is the key of a version. */
export function isVersionKey(value: unknown): value is VersionKey {
  return versionKeys.some((key) => key === value);
}

/** Returns the version of the product with this key; undefined if there is none. */
export function findVersion(product: Product, key: VersionKey | undefined): Version | undefined {
  return product.versions?.find((version) => version.key === key);
}

/** Returns the version of the product with this key, else its first one; undefined if it has no versions. */
export function versionOrFirst(product: Product, key?: VersionKey): Version | undefined {
  return findVersion(product, key) ?? product.versions?.[0];
}

/** Returns whether the product can be ordered with this chocolate: an option of its list, or its default. */
export function mayOrderChocolate(product: Product, chocolate: string): boolean {
  return (
    chocolate === product.defaultChocolate ||
    (product.chocolates ?? []).some((option) => option.value === chocolate && !option.contact)
  );
}

/**
 * Returns the picture that shows the product in this version: the version's own where there is one ('kitkat-3-kids'),
 * otherwise the first. The only place that decides it, for gallery, cart, checkout, orders and e-mails.
 */
export function versionPicture(product: Product, key: VersionKey | undefined): Picture {
  return product.pictures.find(({ name }) => name.endsWith(`-${key}`)) ?? product.pictures[0];
}

/**
 * Returns the picture that shows the versions of a garland beside each other, true to scale. By its name, because only
 * the product's own page has the details with its text.
 */
export function scalePicture({ pictures: [hero] }: Product): Picture {
  return { name: hero.name.replace('1-hero', '4-scale'), alt: '', focus: [0.45, 0.5] };
}

/** Returns all pictures of a product, in the order of its page. */
export function galleryPictures(
  { pictures }: Product,
  { toScale }: ProductDetails,
): readonly Picture[] {
  return [...pictures, toScale];
}

/** All amounts in paise. */
export interface LinePrice {
  /** The chosen version; absent if the product has none. */
  version?: Version;
  unit: Paise;
  originalUnit: Paise;
  /** Price times quantity. */
  total: Paise;
  originalTotal: Paise;
  /** Original total minus total, never negative. */
  saving: Paise;
  /** Whole percent; 0 without a saving. */
  percent: number;
}

/** Returns the price of a line of the product page, the cart, the checkout or an order. Exact up to `largestQuantity`. */
export function priceLine(
  product: Product,
  choice: { selectedVersion?: VersionKey | undefined; quantity: number },
): LinePrice {
  const version = findVersion(product, choice.selectedVersion);
  const { price: unit, originalPrice: originalUnit } = version ?? product;
  const [total, originalTotal] = [unit * choice.quantity, originalUnit * choice.quantity];
  return {
    ...(version && { version }),
    unit,
    originalUnit,
    total,
    originalTotal,
    saving: Math.max(originalTotal - total, 0),
    percent: discountPercent(unit, originalUnit),
  };
}

/** Returns the largest quantity with exact amounts. The specification has no maximum (section 6). */
export function largestQuantity(product: Product, selectedVersion?: VersionKey): number {
  const { unit, originalUnit } = priceLine(product, { selectedVersion, quantity: 1 });
  return Math.floor(LARGEST_AMOUNT / Math.max(unit, originalUnit));
}

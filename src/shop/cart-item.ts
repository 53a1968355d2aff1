// The item that 'Add to Cart' stores. Separate from cart.ts, because adding needs one product, not the catalogue.
import type { Product, VersionKey } from './catalogue/product.ts';
import { findVersion, pictureOf } from './catalogue/versions.ts';
import { toRupees } from './money.ts';
import { priceLine } from './catalogue/price-line.ts';

/** The fields of the specification; prices in rupees. */
export interface CartItem {
  id: string;
  title: string;
  description: string;
  price: number;
  originalPrice: number;
  /** Name of a picture, as in the catalogue. */
  image: string;
  /** A path of the shop; '' if the stored value is not one. */
  link: string;
  category: string;
  quantity: number;
  type: string;
  /** Percent. */
  discount: number;
  selectedVersion?: VersionKey;
  versionName?: string;
  chocolate?: string;
  size?: string;
  color?: string;
}

/** Appends an item. Equal items stay separate lines, as specified. */
export function addToCart<Entry>(cart: readonly Entry[], item: CartItem): (Entry | CartItem)[] {
  return [...cart, item];
}

export interface CartChoice {
  selectedVersion?: VersionKey;
  chocolate?: string;
  quantity?: number;
}

/**
 * Returns the item that 'Add to Cart' stores. Defaults: adult if the product has versions, the product's default if
 * it has a list of chocolates, quantity 1.
 */
export function cartItemOf(product: Product, choice: CartChoice = {}): CartItem {
  const quantity = choice.quantity ?? 1;
  const offered = findVersion(product, choice.selectedVersion) ?? product.versions?.[0];
  const { version, unit, originalUnit, percent } = priceLine(product, {
    selectedVersion: offered?.key,
    quantity,
  });
  const chocolate = choice.chocolate ?? (product.chocolates && product.defaultChocolate);
  return {
    id: product.id,
    title: product.name,
    description: product.summary,
    price: toRupees(unit),
    originalPrice: toRupees(originalUnit),
    image: pictureOf(product, version?.key).name,
    link: product.link,
    category: product.category,
    quantity,
    type: product.kind,
    discount: percent,
    ...(version && { selectedVersion: version.key, versionName: version.name }),
    ...(chocolate !== undefined && { chocolate }),
  };
}

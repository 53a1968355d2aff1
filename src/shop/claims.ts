// What the pages say beyond the specification and only the owner can know. A claim that is not confirmed is shown nowhere.
// A live shop starts only once the claims of the specification, and those that the law demands, are confirmed.
import { brand } from './brand.ts';

/** The owner sets those to true that are so. */
export const confirmed = {
  /** 'What Our Customers Say' on /home (storefront/home) and on the combo pages (catalogue/products). */
  testimonials: false,
  /** '500+ happy customers' on /home (storefront/home). */
  customers: false,
  /** The displayed 4.8, and 4.5 with 120 reviews on /prod (catalogue/products). */
  ratings: false,
  /** Prices that the specification does not have (those with a comment in catalogue/products), and all struck-through ones. */
  prices: false,
  /**
   * The policy pages (src/shop/policies), read with a lawyer and an accountant. The times of the privacy page also hold
   * for the notices in the shop's own mailbox.
   */
  policies: false,
  /** `food` in catalogue/products: the vegetarian mark, allergens, net quantity, best before. */
  food: false,
  /** `size` in catalogue/products. */
  sizes: false,
  /** `packed` in catalogue/products. */
  packing: false,
  /** `ownWrappers`. */
  ownWrappers: false,
  /** `ifDamaged`. */
  ifDamaged: false,
  /** `paymentWays`. */
  paymentWays: false,
  /** `priceIncludes`. */
  taxesAndDelivery: false,
};

export type Claim = keyof typeof confirmed;
export type Confirmed = Readonly<Record<Claim, boolean>>;

/** Without these no shop takes real money: the pages show the first five always, and the law demands the last. */
const required = ['testimonials', 'customers', 'ratings', 'prices', 'policies', 'food'] as const;

/** Returns the text if its claim is confirmed; otherwise undefined, and no page shows it. */
export function claim<T>(name: Claim, text: T, known: Confirmed = confirmed): T | undefined {
  return known[name] ? text : undefined;
}

/** What the notes of the currency-note garland are, in the owner's own words. Its page says it in a question. */
export const currencyNotes: string | undefined = undefined;

/** Whose bars are in a garland: the pictures show a design. */
export const ownWrappers = claim('ownWrappers', 'The bars come in their makers’ own wrappers.');

/** One line; the page 'Refunds' has the rule. */
export const ifDamaged = claim('ifDamaged', 'Damaged or late? A new one or your money back.');

export const paymentWays = claim('paymentWays', 'UPI, cards and net banking');

/** What is in every price. */
export const priceIncludes = claim('taxesAndDelivery', 'taxes and delivery');

const legalNames = ['legalName', 'address', 'grievanceOfficer', 'fssai'] as const;
const contactNames = ['email', 'phone', 'mapLink', 'instagram', 'youtube'] as const;

/** The law requires these of a shop that sells food in India: on its pages, some of them in its e-mails. */
export type LegalDetails = Readonly<
  Record<(typeof legalNames)[number] | (typeof contactNames)[number], string>
>;

/**
 * Returns what the settings of a process must know of the owner: the defaults of e-mails, and what is open before the
 * shop may take real money.
 */
export function ownerDetails(
  legal: LegalDetails = brand,
  known: Confirmed = confirmed,
  notes = currencyNotes,
) {
  const missing = [...legalNames, ...contactNames].filter((name) =>
    isPlaceholder(name, legal[name]),
  );
  const unconfirmed = [
    ...required.filter((name) => !known[name]),
    ...(notes === undefined ? ['currencyNotes'] : []),
  ];
  const open = [
    ...(missing.length > 0 ? [`fill in ${missing.join(', ')}`] : []),
    ...(unconfirmed.length > 0 ? [`confirm ${unconfirmed.join(', ')}`] : []),
  ];
  return { name: brand.name, email: brand.email, open };
}

function isPlaceholder(name: keyof LegalDetails, value: string): boolean {
  switch (name) {
    case 'fssai':
      return !/^\d{14}$/.test(value) || /^0+$/.test(value);
    case 'email':
      return !value.includes('@') || value.endsWith('.example');
    case 'phone':
      return !/^\+91\d{10}$/.test(value) || value === '+919876543210';
    case 'mapLink':
    case 'instagram':
    case 'youtube':
      // Without a path, or with a search, it names no account and no place.
      return (URL.parse(value)?.pathname ?? '/') === '/';
    default:
      return value.trim() === '';
  }
}

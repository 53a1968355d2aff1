// The shop's name, contacts and legal details, and the claims of its pages. Before selling, the owner replaces the
// contacts, which are obvious placeholders, and fills in the legal details. Empty details are not displayed. Every page
// loads `brand`; values that few pages need are separate constants, so that the bundler drops them from the others.
import type { CheckoutCode } from './coupon.ts';

/** The details of the seller that the law requires. */
export interface Seller {
  legalName: string;
  /** The registered address, on one line. */
  address: string;
  grievanceOfficer: string;
  /** FSSAI licence number, 14 digits. */
  fssai: string;
}

const seller: Seller = { legalName: '', address: '', grievanceOfficer: '', fssai: '' };

export const brand = {
  ...seller,
  name: 'Maalai',
  email: 'hello@maalai.example',
  /** For `tel:` links. */
  phone: '+919876543210',
  phoneDisplay: '+91 98765 43210',
  /** For wa.me: digits with the country code only. */
  chatNumber: '919876543210',
  mapLink: 'https://maps.google.com/?q=Maalai',
  instagram: 'https://www.instagram.com/',
  youtube: 'https://www.youtube.com/',
  /** Colours the payment window and the browser's frame; equals --violet in tokens.css. */
  themeColor: '#4f1787',
} as const;

/** Returns the lines that name the seller in footers and e-mails. Details that are not filled in have no line. */
export function sellerLines({ legalName, address, grievanceOfficer, fssai }: Seller): string[] {
  return [
    legalName,
    address,
    grievanceOfficer && `Grievance officer: ${grievanceOfficer}`,
    fssai && `FSSAI licence no. ${fssai}`,
  ].filter((line) => line !== '');
}

/** The coupon that the banner of the home page names. None by default. */
export const bannerCoupon: CheckoutCode | undefined = undefined;

/** What is in every price. */
export const priceIncludes = 'taxes and delivery';

/** What the notes of a currency-note garland are. Only its own page says it, in a row and in its questions. */
export const currencyNotes = 'play' as 'play' | 'real';

/** The promise of product pages and the cart, a link to the page 'Refunds', which must say the same. */
export const ifDamaged = { question: 'Damaged or late?', answer: 'A new one or your money back' };

/** The words next to the displayed 4.8 and 4.5: they are the shop's own, unlike the average of the reviews. */
export const ratingSource = 'our own rating';

/** Receives the payments of a live shop. */
export const paymentPartner = 'Razorpay';

/** Claims of the pages that only the owner can confirm. With live keys, the shop starts only if all are true. */
export const confirmed = {
  /** 'What Our Customers Say' on /home (storefront/home) and on the combo pages (catalogue/products). */
  testimonials: false,
  /** '500+ happy customers' on /home (storefront/home). */
  customers: false,
  /** The displayed 4.8, and 4.5 with 120 reviews on /prod (catalogue/products), and `ratingSource`. */
  ratings: false,
  /** Prices that the specification does not have (`forConfirmation` in catalogue/products), and all struck-through ones. */
  prices: false,
  /** `food` in catalogue/products: the vegetarian mark, allergens, net quantity, best before. */
  food: false,
  /** `size`, `packed` and the `pieces` of the versions in catalogue/products. */
  sizes: false,
  /** `currencyNotes`. */
  currencyNotes: false,
  /** `ifDamaged`. */
  ifDamaged: false,
  /** `priceIncludes`, which no page says before. */
  taxesAndDelivery: false,
  /**
   * The policy pages (src/shop/policies), read with a lawyer and an accountant. The times of the privacy page also hold
   * for the notices in the shop's own mailbox.
   */
  policies: false,
};

export type Confirmed = Readonly<Record<keyof typeof confirmed, boolean>>;

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
export function ownerDetails(legal: LegalDetails = brand, claims: Confirmed = confirmed) {
  const missing = [...legalNames, ...contactNames].filter((name) =>
    isPlaceholder(name, legal[name]),
  );
  const unconfirmed = Object.entries(claims).flatMap(([name, isTrue]) => (isTrue ? [] : [name]));
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

/** Returns a link to a WhatsApp chat with the shop. Its first message names the product, if one is given. */
export function chatLink(productName?: string): string {
  return chatLinkWith(
    productName
      ? `I would like to know more about the ${productName}.`
      : 'I have a question about your garlands and gifts.',
  );
}

/** Returns a link to the chat whose first message has these words after the greeting. */
export function chatLinkWith(words: string): string {
  const message = `Hello ${brand.name}! ${words}`;
  return `https://wa.me/${brand.chatNumber}?text=${encodeURIComponent(message)}`;
}

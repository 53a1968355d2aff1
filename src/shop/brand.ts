// The shop's name, contacts and legal details. Before selling, the owner replaces the contacts, which are obvious
// placeholders, and fills in the legal details. Empty details are not displayed. Every page loads `brand`; values that
// few pages need are separate constants, so that the bundler drops them from the others.
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

/** Receives the payments of a live shop. */
export const paymentPartner = 'Razorpay';

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

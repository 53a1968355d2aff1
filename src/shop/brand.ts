// The shop's name, contacts and legal details. All but the name and the colour are placeholders that the owner
// replaces before selling: '.example' addresses and a licence number of zeros cannot be mistaken for real ones.

export const brand = {
  name: 'Maalai',
  legalName: 'Maalai (legal name to be filled in by the owner)',
  address: 'Registered address to be filled in by the owner, India',
  grievanceOfficer: 'Name of the grievance officer to be filled in by the owner',
  /** FSSAI licence number, 14 digits. */
  fssai: '00000000000000',
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

/** The law requires these on every page and e-mail of a shop that sells food in India. */
export type LegalDetails = Pick<
  Record<keyof typeof brand, string>,
  'legalName' | 'address' | 'grievanceOfficer' | 'fssai'
>;

/** Returns the names of the legal details that are still placeholders. */
export function missingLegalDetails(details: LegalDetails): (keyof LegalDetails)[] {
  const names = ['legalName', 'address', 'grievanceOfficer', 'fssai'] as const;
  return names.filter((name) =>
    name === 'fssai'
      ? !/^\d{14}$/.test(details.fssai) || /^0+$/.test(details.fssai)
      : details[name].trim() === '' || details[name].includes('to be filled in'),
  );
}

/** Returns a link to a WhatsApp chat with the shop. Its first message names the product, if one is given. */
export function chatLink(productName?: string): string {
  const words = productName
    ? `Hello ${brand.name}! I would like to know more about the ${productName}.`
    : `Hello ${brand.name}! I have a question about your garlands and gifts.`;
  return `https://wa.me/${brand.chatNumber}?text=${encodeURIComponent(words)}`;
}

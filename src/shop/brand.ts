// Who the shop is. Everything but the name and the colour is a placeholder that the owner fills in
// before selling: '.example' addresses and a licence number of zeros cannot be mistaken for real ones.

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
  /** The payment window's theme and the browser's frame: --violet of the tokens. */
  themeColor: '#4f1787',
} as const;

/** What the law wants on every page and e-mail of a shop that sells food in India. */
export type LegalDetails = Pick<
  Record<keyof typeof brand, string>,
  'legalName' | 'address' | 'grievanceOfficer' | 'fssai'
>;

/** The names of the legal details that are still placeholders. */
export function missingLegalDetails(details: LegalDetails): (keyof LegalDetails)[] {
  const names = ['legalName', 'address', 'grievanceOfficer', 'fssai'] as const;
  return names.filter((name) =>
    name === 'fssai'
      ? !/^\d{14}$/.test(details.fssai) || /^0+$/.test(details.fssai)
      : details[name].trim() === '' || details[name].includes('to be filled in'),
  );
}

/** Opens a conversation with the shop whose first words name the product of the page, if there is one. */
export function chatLink(productName?: string): string {
  const words = productName
    ? `Hello ${brand.name}! I would like to know more about the ${productName}.`
    : `Hello ${brand.name}! I have a question about your garlands and gifts.`;
  return `https://wa.me/${brand.chatNumber}?text=${encodeURIComponent(words)}`;
}

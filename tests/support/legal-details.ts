// The details of a shop whose owner has filled in and confirmed everything.
import { confirmed } from '../../src/shop/claims.ts';
import type { Confirmed, LegalDetails } from '../../src/shop/claims.ts';

export const legalDetails: LegalDetails = {
  legalName: 'Kavya Raman Gifts LLP',
  address: '12, South Mada Street, Chennai 600004',
  grievanceOfficer: 'Kavya Raman',
  fssai: '12424008000123',
  email: 'hello@kavya-gifts.in',
  phone: '+919840012345',
  mapLink: 'https://maps.app.goo.gl/kavya',
  instagram: 'https://www.instagram.com/kavya_gifts',
  youtube: 'https://www.youtube.com/@kavya_gifts',
};

export const allConfirmed = Object.fromEntries(
  Object.keys(confirmed).map((name) => [name, true]),
) as Confirmed;

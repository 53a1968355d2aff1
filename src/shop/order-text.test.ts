import { expect, it } from 'vitest';
import { addressLines } from './order-text.ts';

it('an address has no blank lines on paper and in e-mails, and no blanks around its lines', () => {
  const address = '14 \n \n North Street\n\nChennai';
  const place = { customerName: '', email: '', phoneNumber: '', landmark: '' };
  const lines = addressLines({ ...place, address, state: 'Tamil Nadu', pincode: '600004' });
  expect(lines).toEqual(['14', 'North Street', 'Chennai', 'Tamil Nadu - 600004']);
});

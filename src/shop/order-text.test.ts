import { expect, it } from 'vitest';
import { addressLines, lineText } from './order-text.ts';
import { quote } from './price.ts';

it('an address has no blank lines on paper and in e-mails, and no blanks around its lines', () => {
  const address = '14 \n \n North Street\n\nChennai';
  const place = { customerName: '', email: '', phoneNumber: '', landmark: '' };
  const lines = addressLines({ ...place, address, state: 'Tamil Nadu', pincode: '600004' });
  expect(lines).toEqual(['14', 'North Street', 'Chennai', 'Tamil Nadu - 600004']);
});

it.each([
  [
    { productId: '3', selectedVersion: 'kids', quantity: 2 } as const,
    '2 × Dairy Milk Garland, Kids, Dairy Milk',
  ],
  [{ productId: '6', quantity: 1 }, '1 × Sandal Garland'],
])('the line %j reads: %s', (line, words) => {
  const priced = quote([line]);
  expect(priced.ok && priced.quote.lines.map(lineText)).toEqual([words]);
});

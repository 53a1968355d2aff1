import { describe, expect, it } from 'vitest';
import { covers } from '#support/covers.ts';
import type { DeliveryDetails } from '../forms/delivery.ts';
import { quote } from '../price.ts';
import type { LineRequest, Quote } from '../price.ts';
import { verificationDetails } from './payments.ts';

const delivery: DeliveryDetails = {
  customerName: 'Kavya Raman',
  email: 'kavya@example.com',
  phoneNumber: '9876543210',
  landmark: 'Near the temple tank',
  state: 'Tamil Nadu',
  pincode: '600004',
  address: '14, North Mada Street, Mylapore, Chennai',
};

function quoted(lines: LineRequest[], couponCode?: string): Quote {
  const result = quote(lines, couponCode);
  if (!result.ok) throw new Error(result.message);
  return result.quote;
}

describe('the details of a verification', () => {
  it('are the complete payload of the specification for one product', covers('entity-34'), () => {
    const kids = quoted([{ productId: '3', selectedVersion: 'kids', quantity: 2 }], 'SAVE15');
    expect(verificationDetails(kids, delivery, 135_830)).toStrictEqual({
      productId: '3',
      productName: 'Dairy Milk Garland',
      quantity: 2,
      amountPaid: 1358.3,
      chocolate: 'Dairy Milk',
      customerName: 'Kavya Raman',
      email: 'kavya@example.com',
      phoneNumber: '9876543210',
      address: '14, North Mada Street, Mylapore, Chennai',
      landmark: 'Near the temple tank',
      state: 'Tamil Nadu',
      pincode: '600004',
      selectedVersion: 'kids',
      versionName: 'Kids',
      products: [
        {
          name: 'Dairy Milk Garland',
          id: '3',
          price: 799,
          quantity: 2,
          selectedVersion: 'kids',
          versionName: 'Kids',
        },
      ],
      couponApplied: 'SAVE15',
      discountPercentage: 15,
      originalAmount: 1598,
      discountedAmount: 1358.3,
    });
  });

  it('list every product of an order with several', () => {
    const cart = quoted([
      { productId: '4', selectedVersion: 'adult', quantity: 1 },
      { productId: '2', quantity: 2, chocolate: 'KitKat' },
      { productId: '1', quantity: 1, chocolate: 'KitKat' },
      { productId: '6', quantity: 1 },
    ]);
    const details = verificationDetails(cart, delivery, cart.amount);
    expect(details).toMatchObject({
      productId: '4',
      productName: 'Fivestar Garland, Chocolate Crown, Chocolate Bouquet, Sandal Garland',
      quantity: 5,
      amountPaid: 3486,
      chocolate: 'Fivestar, KitKat',
      originalAmount: 3486,
      discountedAmount: 3486,
    });
    expect(details.products).toStrictEqual([
      {
        name: 'Fivestar Garland',
        id: '4',
        price: 999,
        quantity: 1,
        selectedVersion: 'adult',
        versionName: 'Adult',
      },
      { name: 'Chocolate Crown', id: '2', price: 799, quantity: 2 },
      { name: 'Chocolate Bouquet', id: '1', price: 699, quantity: 1 },
      { name: 'Sandal Garland', id: '6', price: 190, quantity: 1 },
    ]);
    // Only an order of a single product has a version as a whole.
    for (const field of ['selectedVersion', 'versionName', 'couponApplied', 'discountPercentage']) {
      expect(details).not.toHaveProperty(field);
    }
  });

  it('have empty texts without a landmark or a chocolate', () => {
    const { landmark: _, ...address } = delivery;
    const sandal = quoted([{ productId: '6', quantity: 1 }]);
    expect(verificationDetails(sandal, address, sandal.amount)).toMatchObject({
      landmark: '',
      chocolate: '',
    });
  });

  it('leave out the products if a request cannot hold them', () => {
    const sizeOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length;
    const long = { ...delivery, customerName: 'க'.repeat(100), address: 'க'.repeat(500) };
    const lines = (count: number) =>
      Array.from({ length: count }, () => ({ productId: '1', quantity: 1 }));
    const some = quoted(lines(300));
    expect(verificationDetails(some, long, some.amount).products).toHaveLength(300);

    // As many as one request can order.
    const most = lines(2_100);
    expect(sizeOf(most)).toBeGreaterThan(62 * 1024);
    const all = quoted(most);
    const details = verificationDetails(all, long, all.amount);
    expect(details.products).toBeUndefined();
    expect(details.quantity).toBe(2_100);
    expect(sizeOf(details)).toBeLessThan(60 * 1024);
  });
});

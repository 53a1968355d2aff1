import { expect, it } from 'vitest';
import { pictureAddress } from './reviews.ts';

const name = `${'0a'.repeat(16)}.webp`;

it('pictureAddress returns the URLs of both sizes of an uploaded picture', () => {
  expect(pictureAddress(name, 'full')).toBe(`/uploads/${name}`);
  expect(pictureAddress(name, 'small')).toBe(`/uploads/${'0a'.repeat(16)}-320.webp`);
});

it('pictureAddress does not change the names of other files, and never leaves /uploads', () => {
  expect(pictureAddress('cake.jpg', 'small')).toBe('/uploads/cake.jpg');
  expect(pictureAddress(`cake-${name}`, 'small')).toBe(`/uploads/cake-${name}`);
  expect(pictureAddress('../../etc/passwd', 'small')).toBe('/uploads/..%2F..%2Fetc%2Fpasswd');
  expect(pictureAddress('https://x.example/a', 'full')).toBe(
    '/uploads/https%3A%2F%2Fx.example%2Fa',
  );
});

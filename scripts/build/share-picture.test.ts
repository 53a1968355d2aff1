import { expect, it } from 'vitest';
import { sharePictureOf } from './share-picture.ts';

const folder = '/pictures/1a2b3c4d';
const files = new Map([
  ['crown-1-hero-share.jpg', ''],
  ['home-1-wide-share.jpg', ''],
]);
const showing = (name: string) => `<source srcSet="${folder}/${name}-240.avif 240w"/>`;

it('is the first picture of the page', () => {
  expect(sharePictureOf(showing('crown-1-hero'), { folder, files })).toBe(
    `${folder}/crown-1-hero-share.jpg`,
  );
});

it('is the first picture of the product if the page shows a detail of it', () => {
  expect(sharePictureOf(showing('crown-2-detail'), { folder, files })).toBe(
    `${folder}/crown-1-hero-share.jpg`,
  );
});

it('is that of the home page if the page has none', () => {
  const home = `${folder}/home-1-wide-share.jpg`;
  expect(sharePictureOf('<p>Words</p>', { folder, files })).toBe(home);
  expect(sharePictureOf(showing('home-2-mobile'), { folder, files })).toBe(home);
});

import { describe, expect, it } from 'vitest';
import { pictureSet, pictureUrl, sparingSizes, usefulWidths } from './picture-address.ts';

describe('pictureUrl', () => {
  it('contains the name, the width and the format', () => {
    expect(pictureUrl('crown-1-hero', 480, 'avif')).toBe('/pictures/crown-1-hero-480.avif');
  });
});

describe('usefulWidths', () => {
  it('ranges from a third to twice the displayed width', () => {
    expect(usefulWidths(48)).toEqual([120]);
    expect(usefulWidths(120)).toEqual([120, 240]);
    expect(usefulWidths(121)).toEqual([120, 240, 360]);
    expect(usefulWidths(288)).toEqual([240, 360, 480, 640]);
    expect(usefulWidths(480)).toEqual([240, 360, 480, 640, 720, 960]);
  });

  it('goes up to the largest width for a large picture', () => {
    expect(usefulWidths(1200)).toEqual([480, 640, 720, 960, 1200]);
  });
});

describe('pictureSet', () => {
  it('contains each width once', () => {
    expect(pictureSet('notes-1-hero', 150, 'avif')).toBe(
      '/pictures/notes-1-hero-120.avif 120w, /pictures/notes-1-hero-240.avif 240w, /pictures/notes-1-hero-360.avif 360w',
    );
  });

  it('contains only the widths of WebP that exist', () => {
    expect(pictureSet('notes-1-hero', 240, 'webp')).toBe(
      '/pictures/notes-1-hero-240.webp 240w, /pictures/notes-1-hero-480.webp 480w',
    );
  });
});

describe('sparingSizes', () => {
  it('reduces the size for dense phones, and does not change wider windows', () => {
    expect(sparingSizes('(width >= 48em) 18rem, 46vw')).toBe(
      '(width >= 48em) 18rem, (min-resolution: 2.25dppx) calc(46vw * 0.66), 46vw',
    );
  });

  it('accepts a single size', () => {
    expect(sparingSizes('4.5rem')).toBe('(min-resolution: 2.25dppx) calc(4.5rem * 0.66), 4.5rem');
  });

  it('ignores commas in brackets', () => {
    expect(sparingSizes('(width >= 48em) 20rem, min(92vw, 30rem)')).toBe(
      '(width >= 48em) 20rem, (min-resolution: 2.25dppx) calc(min(92vw, 30rem) * 0.66), min(92vw, 30rem)',
    );
  });

  it('does not change a list without a size for phones', () => {
    expect(sparingSizes('46vw, (width >= 48em) 18rem')).toBe('46vw, (width >= 48em) 18rem');
  });
});

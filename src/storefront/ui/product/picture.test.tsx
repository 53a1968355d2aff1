import { readFileSync } from 'node:fs';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../../../shop/catalogue/catalogue.ts';
import { hasWideMaster } from './picture-address.ts';
import { Picture, type PictureProps } from './picture.tsx';

const crown = { name: 'crown-1-hero', alt: 'A chocolate crown', focus: [0.5, 0.62] } as const;
const common = { picture: crown, sizes: '46vw', width: 480, height: 480 };

const html = (more: Partial<PictureProps> = {}) =>
  renderToStaticMarkup(<Picture {...common} {...more} />);

describe('Picture', () => {
  it.each([
    [undefined, ['loading="lazy"', 'decoding="async"'], ['fetchPriority']],
    ['first', ['fetchPriority="high"'], ['lazy']],
    ['soon', [], ['fetchPriority', 'lazy']],
  ] as const)('is fetched by its priority: %s', (priority, attributes, others) => {
    for (const attribute of attributes) expect(html({ priority })).toContain(attribute);
    for (const other of others) expect(html({ priority })).not.toContain(other);
  });

  it('offers AVIF first, and WebP to other browsers', () => {
    expect(html()).toMatch(/<source type="image\/avif" srcSet="[^"]+-240\.avif 240w/);
    expect(html()).toMatch(/<img [^>]*src="[^"]+-480\.webp"/);
    expect(html({ priority: 'first' })).toMatch(/<img [^>]*srcSet="[^"]+-240\.webp 240w/);
  });

  it('offers phones its wide master, if it has one', () => {
    const wide =
      /<source media="\(width &lt; 30em\)" type="image\/avif" srcSet="[^"]+crown-1-hero-wide-720\.avif 720w, /;
    expect(html({ wide: true })).toMatch(wide);
    expect(html()).not.toContain('wide');
  });

  it('reserves its space, and has a text that the caller can replace', () => {
    expect(html()).toContain('width="480" height="480" alt="A chocolate crown"');
    expect(html({ alt: '' })).toContain('alt=""');
  });

  it('has a data attribute for its focus, unless it is the centre', () => {
    expect(html()).toContain('data-focus="50-62"');
    expect(html({ picture: { ...crown, focus: [0.5, 0.5] } })).not.toContain('focus=');
  });
});

const index: Record<string, { focus: [number, number] }> = JSON.parse(
  readFileSync(`${import.meta.dirname}/../../../../art/masters/index.json`, 'utf8'),
);

it('a wide master is there for just the pictures that name one', () => {
  const names = catalogue.flatMap(({ pictures }) => pictures.map(({ name }) => name));
  expect(names.filter((name) => `${name}-wide.webp` in index)).toEqual(names.filter(hasWideMaster));
});

describe('the foci', () => {
  const css = readFileSync(`${import.meta.dirname}/picture.module.css`, 'utf8');
  const foci = [...Object.values(index), ...catalogue.flatMap(({ pictures }) => pictures)].map(
    ({ focus: [x, y] }) => `${Math.round(x * 100)}% ${Math.round(y * 100)}%`,
  );
  const ruled = [...css.matchAll(/data-focus='(\d+)-(\d+)'\] \{\s+object-position: (\S+ \S+);/g)];

  it('have rules that match their names', () => {
    expect(ruled.length).toBeGreaterThan(0);
    for (const [, x, y, position] of ruled) expect(position).toBe(`${x}% ${y}%`);
  });

  it('have a rule each, but for the centre', () => {
    const positions = new Set(ruled.map(([, , , position]) => position));
    const missing = foci.filter((focus) => focus !== '50% 50%' && !positions.has(focus));
    expect(missing).toEqual([]);
  });
});

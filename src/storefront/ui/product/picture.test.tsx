import { readFileSync } from 'node:fs';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { catalogue } from '../../../shop/catalogue/catalogue.ts';
import { Picture } from './picture.tsx';

const crown = { name: 'crown-1-hero', alt: 'A chocolate crown', focus: [0.5, 0.62] } as const;
const common = { picture: crown, sizes: '46vw', width: 480, height: 480 };

describe('Picture', () => {
  it('is loaded when it comes near, with its space reserved', () => {
    const html = renderToStaticMarkup(<Picture {...common} />);
    expect(html).toContain('loading="lazy"');
    expect(html).toContain('decoding="async"');
    expect(html).toContain('width="480" height="480"');
    expect(html).toContain('alt="A chocolate crown"');
    expect(html).not.toContain('fetchPriority');
  });

  it('is fetched with high priority if it is the first', () => {
    const html = renderToStaticMarkup(<Picture {...common} priority="first" />);
    expect(html).toContain('fetchPriority="high"');
    expect(html).not.toContain('lazy');
  });

  it('is fetched at once, without high priority, if it shows soon', () => {
    const html = renderToStaticMarkup(<Picture {...common} priority="soon" />);
    expect(html).not.toContain('fetchPriority');
    expect(html).not.toContain('lazy');
  });

  it('offers AVIF first, and WebP to other browsers', () => {
    const html = renderToStaticMarkup(<Picture {...common} />);
    expect(html).toMatch(/<source type="image\/avif" srcSet="[^"]+-240\.avif 240w/);
    expect(html).toMatch(/<img [^>]*src="[^"]+-480\.webp"/);
    const first = renderToStaticMarkup(<Picture {...common} priority="first" />);
    expect(first).toMatch(/<img [^>]*srcSet="[^"]+-240\.webp 240w/);
  });

  it('has no style attribute, because the content security policy forbids it', () => {
    expect(renderToStaticMarkup(<Picture {...common} />)).not.toContain('style=');
  });

  it('lets the caller replace its text', () => {
    expect(renderToStaticMarkup(<Picture {...common} alt="" />)).toContain('alt=""');
  });

  it('has a data attribute for its focus, unless it is the centre', () => {
    expect(renderToStaticMarkup(<Picture {...common} />)).toContain('data-focus="50-62"');
    const centred = { ...crown, focus: [0.5, 0.5] } as const;
    expect(renderToStaticMarkup(<Picture {...common} picture={centred} />)).not.toContain('focus=');
  });
});

describe('the foci', () => {
  const css = readFileSync(`${import.meta.dirname}/picture.module.css`, 'utf8');
  const index: Record<string, { focus: [number, number] }> = JSON.parse(
    readFileSync(`${import.meta.dirname}/../../../../art/masters/index.json`, 'utf8'),
  );
  const foci = [...Object.values(index), ...catalogue.flatMap(({ pictures }) => pictures)].map(
    ({ focus: [x, y] }) => `${Math.round(x * 100)}% ${Math.round(y * 100)}%`,
  );
  const ruled = [...css.matchAll(/data-focus='(\d+)-(\d+)'\] \{\s+object-position: (\S+ \S+);/g)];

  it('have rules that match their names', () => {
    expect(ruled.length).toBeGreaterThan(0);
    expect(ruled.map(([, , , position]) => position)).toEqual(
      ruled.map(([, x, y]) => `${x}% ${y}%`),
    );
  });

  it.each([...new Set(foci)].filter((focus) => focus !== '50% 50%'))(
    'include a rule for %s',
    (focus) => {
      expect(ruled.map(([, , , position]) => position)).toContain(focus);
    },
  );
});

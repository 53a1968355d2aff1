// Writes the favicon, the phone icons and the web manifest.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { brand } from '../../src/shop/brand.ts';

const mark = join(import.meta.dirname, '../../src/storefront/icons/mark.svg');
const cream = '#fcf6ea';

/** Returns a phone icon: the mark on cream, small enough for systems that crop icons to a circle. */
async function onCream(svg: Buffer, size: number): Promise<Buffer> {
  const inner = Math.round(size * 0.64);
  const margin = Math.floor((size - inner) / 2);
  return sharp(svg, { density: (72 * inner) / 36 })
    .resize(inner, inner)
    .extend({
      top: margin,
      left: margin,
      bottom: size - inner - margin,
      right: size - inner - margin,
      background: cream,
    })
    .flatten({ background: cream })
    .png({ palette: true })
    .toBuffer();
}

/** Writes favicon, phone icons and site.webmanifest into the site's folder. */
export async function writeIcons(site: string): Promise<void> {
  const svg = await readFile(mark);
  const icon = async (name: string, size: number) =>
    writeFile(join(site, name), await onCream(svg, size));
  const manifest = {
    name: brand.name,
    short_name: brand.name,
    start_url: '/home',
    display: 'minimal-ui',
    background_color: cream,
    theme_color: cream,
    icons: [192, 512].map((size) => ({
      src: `/icon-${size}.png`,
      sizes: `${size}x${size}`,
      type: 'image/png',
      purpose: 'any maskable',
    })),
  };
  await Promise.all([
    writeFile(join(site, 'favicon.svg'), svg),
    writeFile(join(site, 'site.webmanifest'), JSON.stringify(manifest)),
    icon('apple-touch-icon.png', 180),
    icon('icon-192.png', 192),
    icon('icon-512.png', 512),
  ]);
}

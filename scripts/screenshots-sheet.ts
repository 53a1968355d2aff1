// Creates a contact sheet of all screens, each below its path.
import sharp from 'sharp';
import type { OverlayOptions } from 'sharp';

export interface Shot {
  path: string;
  /** PNG of the whole page. */
  file: string;
}

const GAP = 16;
const LABEL = 28;
/** Width and height of a screen on the sheet. Longer screens are cropped at the bottom. */
const shapes = {
  narrow: { width: 200, height: 900, columns: 8 },
  wide: { width: 400, height: 760, columns: 5 },
};

const label = (path: string, width: number) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${LABEL}">` +
      `<text x="0" y="20" font-family="sans-serif" font-size="15" fill="#34170f">${path}</text></svg>`,
  );

/** Resolves to the top of a screen, scaled to the sheet. */
async function thumbnail(file: string, width: number, height: number) {
  const scaled = await sharp(file).resize(width).toBuffer({ resolveWithObject: true });
  const part = { left: 0, top: 0, width, height: Math.min(height, scaled.info.height) };
  return { height: part.height, input: await sharp(scaled.data).extract(part).png().toBuffer() };
}

/** Resolves to the sheet as PNG. `pageWidth` is the width of the browser window in CSS pixels. */
export async function contactSheet(shots: readonly Shot[], pageWidth: number): Promise<Buffer> {
  const { width, height, columns } = pageWidth < 768 ? shapes.narrow : shapes.wide;
  const pieces: OverlayOptions[] = [];
  let top = GAP;
  for (let first = 0; first < shots.length; first += columns) {
    const row = shots.slice(first, first + columns);
    const pictures = await Promise.all(row.map(({ file }) => thumbnail(file, width, height)));
    for (const [index, { path }] of row.entries()) {
      const left = GAP + index * (width + GAP);
      const { input } = pictures[index]!;
      pieces.push({ input: label(path, width), left, top }, { input, left, top: top + LABEL });
    }
    top += LABEL + Math.max(...pictures.map((picture) => picture.height)) + GAP;
  }
  const sheet = { width: GAP + columns * (width + GAP), height: top };
  return sharp({ create: { ...sheet, channels: 3, background: '#fcf6ea' } })
    .composite(pieces)
    .png({ palette: true })
    .toBuffer();
}

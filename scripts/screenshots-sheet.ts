// One picture that shows all screens beside each other, each under its path.
import sharp from 'sharp';

export interface Shot {
  path: string;
  /** PNG of the whole page. */
  file: string;
}

const GAP = 16;
const LABEL = 28;
/** Width and height of a screen on the sheet; what is longer is cut at the bottom. */
const shapes = {
  narrow: { width: 200, height: 900, columns: 8 },
  wide: { width: 400, height: 760, columns: 5 },
};

const label = (path: string, width: number) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${LABEL}">` +
      `<text x="0" y="20" font-family="sans-serif" font-size="15" fill="#34170f">${path}</text></svg>`,
  );

/** The sheet as PNG. `pageWidth` is that of the window the pages were taken in. */
export async function contactSheet(shots: readonly Shot[], pageWidth: number): Promise<Buffer> {
  const { width, height, columns } = pageWidth < 768 ? shapes.narrow : shapes.wide;
  const cell = { width: width + GAP, height: height + LABEL + GAP };
  const pieces = await Promise.all(
    shots.map(async ({ path, file }, index) => {
      const left = GAP + (index % columns) * cell.width;
      const top = GAP + Math.floor(index / columns) * cell.height;
      const scaled = await sharp(file).resize(width).toBuffer({ resolveWithObject: true });
      const cut = sharp(scaled.data).extract({
        left: 0,
        top: 0,
        width,
        height: Math.min(height, scaled.info.height),
      });
      return [
        { input: label(path, width), left, top },
        { input: await cut.png().toBuffer(), left, top: top + LABEL },
      ];
    }),
  );
  const rows = Math.ceil(shots.length / columns);
  return sharp({
    create: {
      width: GAP + columns * cell.width,
      height: GAP + rows * cell.height,
      channels: 3,
      background: '#fcf6ea',
    },
  })
    .composite(pieces.flat())
    .png({ palette: true })
    .toBuffer();
}

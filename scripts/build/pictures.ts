// Creates every picture of the shop from its master: AVIF and WebP in all widths, and JPEGs for e-mails and for links
// that are shared. Each has the highest quality whose file is within a budget, so that a detailed picture is not larger
// than a simple one. Each file is cached under the hash of its inputs, in the checkout and in the user's cache for the
// next one, so only new and changed ones are created.
import { createHash, randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { basename, dirname, join, parse } from 'node:path';
import sharp from 'sharp';
import type { Sharp } from 'sharp';
import {
  fallbackWidths,
  phoneWidths,
  pictureWidths,
  wideWidths,
} from '../../src/storefront/ui/product/picture-address.ts';

const root = join(import.meta.dirname, '../..');
const masters = join(root, 'art/masters');
const cache = join(root, '.cache/pictures');

export interface PictureSet {
  /** The URL path of the set: '/pictures/1a2b3c4d'. It changes whenever a picture changes. */
  folder: string;
  /** 'dairymilk-1-hero-480.avif' → its file. */
  files: ReadonlyMap<string, string>;
}

interface Size {
  width: number;
  height: number;
}

/** The point around which a JPEG is cropped: parts of the width and of the height. */
type Focus = readonly [number, number];

interface Rendition {
  width: number;
  format: 'avif' | 'webp' | 'jpeg';
  focus?: Focus;
  /** In bytes, instead of that of its width. */
  budget?: number;
}

const KB = 1024;
/** In pixels. E-mail programs may support neither AVIF nor WebP. */
const MAIL_WIDTH = 192;
/** Of the pictures that phones wait for. */
const PHONE_BUDGET = 40 * KB;
/** In pixels: for chats and social networks. */
const SHARE_WIDTH = 1200;

/** All settings. `to` is some steps below `from`. */
export const settings = {
  avif: {
    // Effort 1 instead of 4 takes a tenth of the time for 2 % more bytes.
    options: { effort: 1, chromaSubsampling: '4:4:4' },
    quality: { from: 62, to: 34, step: 2 },
    /** Large screens use these widths. Below this quality, halos show around the wrapped bars. */
    large: { from: 960, quality: 60 },
    // Bytes by width. Phones use 240 and 360 for cards, 640 and 720 for what fills them.
    budget: {
      120: 2.5 * KB,
      240: 9 * KB,
      360: 16 * KB,
      480: 28 * KB,
      640: PHONE_BUDGET,
      720: PHONE_BUDGET,
      960: 150 * KB,
      1200: 230 * KB,
      1600: 250 * KB,
      2400: 400 * KB,
    },
  },
  webp: {
    options: { effort: 2 },
    quality: { from: 74, to: 44, step: 6 },
    budget: { 240: 16 * KB, 480: 45 * KB, 720: 80 * KB, 1200: 170 * KB, 2400: 400 * KB },
  },
  jpeg: {
    options: { mozjpeg: true },
    quality: { from: 82, to: 64, step: 6 },
    budget: { [MAIL_WIDTH]: 14 * KB, [SHARE_WIDTH]: 150 * KB },
    /** A square for e-mails, and the ratio that chats and social networks show. */
    height: { [MAIL_WIDTH]: 192, [SHARE_WIDTH]: 630 },
  },
} as const;

/** Returns the crop with the aspect ratio of `target` whose centre is as near to the focus as the edges allow. */
export function cutAround(
  size: Size,
  target: Size,
  [x, y]: Focus,
): Size & { left: number; top: number } {
  const scale = Math.min(size.width / target.width, size.height / target.height);
  const width = Math.round(target.width * scale);
  const height = Math.round(target.height * scale);
  const within = (middle: number, part: number, whole: number) =>
    Math.round(Math.min(Math.max(middle * whole - part / 2, 0), whole - part));
  return { width, height, left: within(x, width, size.width), top: within(y, height, size.height) };
}

/**
 * Resolves to the bytes of a rendition, with the highest quality that is within its budget.
 * @param size of `picture`, in pixels
 * @throws {Error} if even the lowest quality exceeds the budget
 */
export async function encode(picture: Sharp, size: Size, rendition: Rendition): Promise<Buffer> {
  const { width, format, focus } = rendition;
  const { options, quality, budget: budgets } = settings[format];
  const budget = rendition.budget ?? (budgets as Record<number, number>)[width];
  if (budget === undefined) throw new Error(`no budget for a ${format} ${width} pixels wide`);
  const height = (settings.jpeg.height as Record<number, number>)[width];
  const sized =
    focus && height !== undefined
      ? picture.extract(cutAround(size, { width, height }, focus)).resize(width, height)
      : picture.resize({ width, withoutEnlargement: true });
  const { from, step } = quality;
  const { large } = settings.avif;
  const isLarge = format === 'avif' && width >= large.from && !rendition.budget;
  const to = isLarge ? large.quality : quality.to;
  let [fits, exceeds] = [to - step, from + step];
  let best: Buffer | undefined;
  let last = { level: Infinity, excess: 0 };
  // Most pictures fit at once. For the others, the bytes say where to look between the highest level that is known to fit
  // and the lowest that is known not to: mostly three encodings, where halving takes five.
  for (let level: number = from; exceeds - fits > step;) {
    const bytes = await sized
      .clone()
      .toFormat(format, { ...options, quality: level })
      .toBuffer();
    const excess = Math.log(bytes.length / budget);
    if (excess > 0) exceeds = level;
    else [best, fits] = [bytes, level];
    // How much a level adds to the logarithm of the bytes: 0.036 is what the AVIF files of the masters need.
    const growth = Math.max((excess - last.excess) / (level - last.level), 0.036);
    last = { level, excess };
    level -= Math.ceil(excess / growth / step) * step;
    level = Math.min(Math.max(level, fits + step), exceeds - step);
  }
  if (best) return best;
  throw new Error(`over ${budget / KB} KB even at quality ${to}`);
}

function renditions(name: string, masterWidth: number, focus: Focus): Rendition[] {
  const share: Rendition = { width: SHARE_WIDTH, format: 'jpeg', focus };
  // Such as 'crown-1-hero-wide': for phones, and of a product's first picture for links that are shared.
  if (/-\d-\w+-wide$/.test(name)) {
    const phone = (['avif', 'webp'] as const).flatMap((format) =>
      phoneWidths[format].map((width) => ({ width, format, budget: PHONE_BUDGET })),
    );
    return name.includes('-1-') ? [...phone, share] : phone;
  }
  const widths = [...pictureWidths, ...wideWidths.filter((width) => width <= masterWidth)];
  const all: Rendition[] = [
    ...widths.map((width) => ({ width, format: 'avif' as const })),
    ...widths
      .filter((width) => fallbackWidths.includes(width))
      .map((width) => ({ width, format: 'webp' as const })),
    { width: MAIL_WIDTH, format: 'jpeg', focus },
  ];
  if (name.endsWith('-wide')) all.push(share);
  return all;
}

function fileName(name: string, { format, width }: Rendition): string {
  if (format !== 'jpeg') return `${name}-${width}.${format}`;
  return `${name}-${width === MAIL_WIDTH ? 'mail' : 'share'}.jpg`;
}

/** Writes a file, which is complete or does not exist, also if two builds run at once. */
async function write(file: string, bytes: Buffer): Promise<void> {
  const half = `${file}.${randomUUID()}`;
  await mkdir(dirname(file), { recursive: true });
  await writeFile(half, bytes);
  await rename(half, file);
}

/**
 * Copies a missing file from the user's cache, or else creates it for both. An empty file is a missing one: a power failure
 * can leave it.
 */
export async function provide(file: string, create: () => Promise<Buffer>): Promise<void> {
  if (statSync(file, { throwIfNoEntry: false })?.size) return;
  const { XDG_CACHE_HOME, HOME } = process.env;
  // A user without a home has only the checkout.
  const user = XDG_CACHE_HOME || join(HOME || root, '.cache');
  const shared = join(user, 'maalai/pictures', basename(file));
  const found = await readFile(shared).catch(() => undefined);
  const bytes = found?.length ? found : await create();
  await write(file, bytes);
  // If that fails, only the next checkout takes longer.
  if (bytes !== found) await write(shared, bytes).catch(() => {});
}

/** Provides all files of a master, which is decoded at most once. Resolves to their names and where they are. */
async function cut(master: string, focus: Focus, code: string): Promise<[string, string][]> {
  const { name } = parse(master);
  const bytes = await readFile(join(masters, master));
  const decode = () => sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  let decoded: ReturnType<typeof decode> | undefined;
  const { width } = await sharp(bytes).metadata();
  const files: [string, string][] = [];
  for (const rendition of renditions(name, width, focus)) {
    const inputs = JSON.stringify(rendition) + code;
    const hash = createHash('sha256').update(bytes).update(inputs).digest('hex').slice(0, 24);
    const file = join(cache, `${hash}.${rendition.format}`);
    files.push([fileName(name, rendition), file]);
    await provide(file, async () => {
      const { data, info } = await (decoded ??= decode());
      return encode(sharp(data, { raw: info }), info, rendition);
    }).catch((error: Error) => {
      throw new Error(`${fileName(name, rendition)}: ${error.message}`);
    });
  }
  return files;
}

/** Creates the pictures that are in no cache yet; all of them take a minute of processor time. */
export async function buildPictures(): Promise<PictureSet> {
  const index: Record<string, { focus: Focus }> = JSON.parse(
    await readFile(join(masters, 'index.json'), 'utf8'),
  );
  // Another version of an encoder or of this file creates other bytes.
  const code = JSON.stringify(sharp.versions) + (await readFile(import.meta.filename, 'utf8'));
  const waiting = (await readdir(masters)).filter((file) => file.endsWith('.webp')).values();
  const files = new Map<string, string>();
  sharp.concurrency(1);
  const worker = async () => {
    for (const master of waiting) {
      const focus = index[master]?.focus;
      if (!focus) throw new Error(`art/masters/${master} is missing in art/masters/index.json.`);
      for (const [name, file] of await cut(master, focus, code)) files.set(name, file);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  const list = Array.from(files, ([name, file]) => name + parse(file).name).toSorted();
  const hash = createHash('sha256').update(list.join()).digest('hex').slice(0, 8);
  return { folder: `/pictures/${hash}`, files };
}

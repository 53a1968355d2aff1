// Creates every picture of the shop from its master: AVIF and WebP in all widths, and JPEGs for e-mails and for links
// that are shared. Each file is cached under the hash of its inputs, so only new and changed ones are created.
import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join, parse } from 'node:path';
import sharp from 'sharp';
import {
  fallbackWidths,
  pictureWidths,
  wideWidths,
} from '../src/storefront/ui/product/picture-address.ts';
import { encode, settingsOf } from './build-picture-encoding.ts';
import type { Rendition } from './build-picture-encoding.ts';

const root = join(import.meta.dirname, '..');
const masters = join(root, 'art/masters');
const cache = join(root, '.cache/pictures');

export interface PictureSet {
  /** The URL path of the set: '/pictures/1a2b3c4d'. It changes whenever a picture changes. */
  folder: string;
  /** 'dairymilk-1-hero-480.avif' → its file. */
  files: ReadonlyMap<string, string>;
}

interface Master {
  name: string;
  bytes: Buffer;
  /** In pixels. */
  width: number;
  focus: readonly [number, number];
}

interface Job extends Rendition {
  /** 'dairymilk-1-hero-480.avif' */
  name: string;
  file: string;
}

async function readMasters(): Promise<Master[]> {
  const index: Record<string, { focus: [number, number] }> = JSON.parse(
    await readFile(join(masters, 'index.json'), 'utf8'),
  );
  const files = (await readdir(masters)).filter((file) => file.endsWith('.webp')).toSorted();
  return Promise.all(
    files.map(async (file) => {
      const focus = index[file]?.focus;
      if (!focus) throw new Error(`art/masters/${file} is missing in art/masters/index.json.`);
      const bytes = await readFile(join(masters, file));
      const { width } = await sharp(bytes).metadata();
      return { name: parse(file).name, bytes, width, focus };
    }),
  );
}

/** Returns whether this is the main picture of its product, such as 'crown-1-hero'. Shared links show it. */
export function isFirst(name: string): boolean {
  return name.includes('-1-');
}

/** In pixels. E-mail programs may support neither AVIF nor WebP. */
const MAIL_WIDTH = 192;

function fileName(name: string, { format, width }: Rendition): string {
  if (format !== 'jpeg') return `${name}-${width}.${format}`;
  return `${name}-${width === MAIL_WIDTH ? 'mail' : 'share'}.jpg`;
}

function jobsOf(master: Master): Job[] {
  const wide = wideWidths.filter((width) => width <= master.width);
  const widths = [...pictureWidths, ...wide];
  const renditions: Rendition[] = [
    ...widths.map((width) => ({ width, format: 'avif' as const })),
    ...widths
      .filter((width) => fallbackWidths.includes(width))
      .map((width) => ({ width, format: 'webp' as const })),
  ];
  const { focus } = master;
  renditions.push({ width: MAIL_WIDTH, format: 'jpeg', focus });
  if (isFirst(master.name)) renditions.push({ width: 1200, format: 'jpeg', focus });
  return renditions.map((rendition) => {
    const hash = createHash('sha256')
      .update(master.bytes)
      .update(JSON.stringify([rendition, settingsOf(rendition)]))
      .digest('hex');
    return {
      ...rendition,
      name: fileName(master.name, rendition),
      file: join(cache, `${hash.slice(0, 24)}.${rendition.format}`),
    };
  });
}

/** Creates the missing files of one master, which is decoded once. */
async function make(master: Master, jobs: readonly Job[]): Promise<void> {
  const missing = jobs.filter(({ file }) => !existsSync(file));
  if (missing.length === 0) return;
  const { data, info } = await sharp(master.bytes).raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  for (const job of missing) {
    const pixels = sharp(data, { raw: { width, height, channels } });
    const bytes = await encode(pixels, { width, height }, job).catch((error: Error) => {
      throw new Error(`${job.name}: ${error.message}`);
    });
    // A file is complete or does not exist, also if two builds run at once.
    const half = `${job.file}.${randomUUID()}`;
    await writeFile(half, bytes);
    await rename(half, job.file);
  }
}

/** Creates the pictures that are not in the cache yet; all of them take about 15 seconds on two cores. */
export async function buildPictures(): Promise<PictureSet> {
  await mkdir(cache, { recursive: true });
  const work = (await readMasters()).map((master) => ({ master, jobs: jobsOf(master) }));
  const waiting = work.values();
  sharp.concurrency(1);
  const worker = async () => {
    for (const { master, jobs } of waiting) await make(master, jobs);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));

  const jobs = work.flatMap((each) => each.jobs);
  const set = createHash('sha256').update(
    jobs.map(({ name, file }) => name + parse(file).name).join(),
  );
  return {
    folder: `/pictures/${set.digest('hex').slice(0, 8)}`,
    files: new Map(jobs.map(({ name, file }) => [name, file])),
  };
}

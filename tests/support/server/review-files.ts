// Files for the review form: valid pictures, broken ones, and other files that claim to be pictures.
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#7a3b12' } });

/** Resolves to a JPEG whose metadata says where and with what it was taken. */
export function photo({ width = 640, height = 480, orientation = 1 } = {}): Promise<Buffer> {
  return plain(width, height)
    .withExif({
      IFD0: { Make: 'Phone Makers', Copyright: 'Kavya Raman' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '13/1 2/1 0/1' },
    })
    .withMetadata({ orientation })
    .jpeg()
    .toBuffer();
}

export function png({ width = 300, height = 200 } = {}): Promise<Buffer> {
  return plain(width, height).png().toBuffer();
}

/** Resolves to a PNG of 300 × 200 pixels whose eXIf chunk says how it is turned. */
export async function turnedPng(orientation: number, isLate = false): Promise<Buffer> {
  const file = await png();
  // Little-endian: a description, 'K', and the orientation.
  const tiff = '49492a0008000000 0200 0e010200020000004b000000 120103000100000000000000 00000000';
  const exif = Buffer.from(tiff.replaceAll(' ', ''), 'hex');
  exif.writeUInt16LE(orientation, 30);
  const at = isLate ? file.length - 12 : 33;
  return Buffer.concat([file.subarray(0, at), chunk('eXIf', exif), file.subarray(at)]);
}

/** Resolves to a JPEG of 24 megapixels. */
export function largePhoto({ progressive = false } = {}): Promise<Buffer> {
  const chromaSubsampling = progressive ? '4:4:4' : '4:2:0';
  return plain(6000, 4000).jpeg({ progressive, chromaSubsampling }).toBuffer();
}

/** Returns a valid PNG of few bytes and many pixels, all in one colour, with one bit per pixel. */
export function bombPng({ width = 20_000, height = 20_000 } = {}): Buffer {
  return onePng({ width, height, depth: 1, colour: 0, interlaced: 0 });
}

/** Returns the head of an interlaced PNG with eight bytes per pixel, which a decoder must hold all at once. */
export function heavyPng(): Buffer {
  return onePng({ width: 6_000, height: 4_000, depth: 16, colour: 6, interlaced: 1 });
}

/** Returns a small PNG with chunks that inflate to 50 MB each: texts, and a colour profile. */
export function inflatingPng(): Buffer {
  const data = deflateSync(Buffer.alloc(50_000_000));
  const [text, profile] = ['zTXt', 'iCCP'].map((type) =>
    chunk(type, Buffer.concat([Buffer.from('k\0\0'), data])),
  ) as [Buffer, Buffer];
  const head = { width: 100, height: 100, depth: 1, colour: 0, interlaced: 0 };
  return onePng(head, profile, ...Array<Buffer>(90).fill(text));
}

/** Resolves to a JPEG with 4.9 MB of remarks and other data, behind its Exif data. */
export async function talkativePhoto(orientation: number): Promise<Buffer> {
  const file = await photo({ orientation });
  const behind = 4 + file.readUInt16BE(4);
  const segments = [0xfe, 0xe2, 0xed].map((marker) =>
    Buffer.concat([Buffer.from([0xff, marker, 0xff, 0xff]), Buffer.alloc(0xfffd, 65)]),
  );
  const all = Array.from({ length: 75 }, (_, index) => segments[index % 3] as Buffer);
  return Buffer.concat([file.subarray(0, behind), ...all, file.subarray(behind)]);
}

interface PngHead {
  width: number;
  height: number;
  depth: number;
  colour: number;
  interlaced: number;
}

/** @param more chunks behind the head */
function onePng({ width, height, depth, colour, interlaced }: PngHead, ...more: Buffer[]): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([depth, colour, 0, 0, interlaced], 8);
  const rows = deflateSync(Buffer.alloc((1 + Math.ceil(width / 8)) * height));
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    ...more,
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

export const svg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
);

/** Files that are not accepted as pictures, although their name and declared type say so. */
export const impostors: Record<string, () => Buffer | Promise<Buffer>> = {
  'an SVG': () => svg,
  'a page': () => Buffer.from('<!doctype html><script>alert(1)</script>'),
  'a GIF': () => plain(9, 9).gif().toBuffer(),
  'a WebP': () => plain(9, 9).webp().toBuffer(),
  'a TIFF': () => plain(9, 9).tiff().toBuffer(),
  'an empty file': () => Buffer.alloc(0),
  'three bytes of a JPEG': () => Buffer.from([0xff, 0xd8, 0xff]),
};

/** Files that begin like a picture, but are not one or not complete. */
export const broken: Record<string, () => Buffer | Promise<Buffer>> = {
  'a JPEG cut in half': async () => half(await photo()),
  'a PNG cut in half': async () => half(await png()),
  'the signature of a JPEG before a page': () =>
    Buffer.concat([
      Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
      Buffer.from('<script>alert(1)</script>'),
    ]),
  'the signature of a PNG before an SVG': async () =>
    Buffer.concat([(await png()).subarray(0, 8), svg]),
};

const half = (file: Buffer) => file.subarray(0, file.length / 2);
